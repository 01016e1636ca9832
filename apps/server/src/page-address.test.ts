import * as fc from "fast-check";
import { expect, test } from "vitest";
import { pageAddress } from "./page-address.ts";

const pathOf = (url: string) => {
  const { pathname, search } = pageAddress({ protocol: "http", host: "localhost", url } as never);
  return pathname + search;
};

const fields = (count: number) => Array.from({ length: count }, (_, i) => `f${i}`).join("&");

test("a page's address keeps at most 100 fields and 2,000 characters of its query", () => {
  const table: [string, string][] = [
    ["/", "/"],
    ["/collection?category=bags&sort=name", "/collection?category=bags&sort=name"],
    ["http://other.example/sale?color=navy", "/sale?color=navy"],
    [`/xyz?${fields(100)}`, `/xyz?${fields(100)}`],
    [`/xyz?${fields(5000)}`, `/xyz?${fields(100)}`],
    [`/xyz?a=1&b=${"x".repeat(1992)}`, `/xyz?a=1&b=${"x".repeat(1992)}`],
    [`/xyz?a=1&b=${"x".repeat(1995)}`, "/xyz?a=1"],
    [`/xyz?${"x".repeat(9000)}`, "/xyz"],
    ["/xyz?", "/xyz"],
  ];
  for (const [url, kept] of table) expect(pathOf(url)).toBe(kept);
});

test("a page's address keeps at most 2,000 characters of its path", () => {
  const longest = `/collections/${"%E4%B8%80".repeat(200)}`;
  expect(pathOf(longest)).toBe(longest);
  expect(pathOf(`${longest}?lang=de`)).toBe(`${longest}?lang=de`);
  expect(pathOf(`/${"x".repeat(14_000)}?lang=de`)).toBe(`/${"x".repeat(1999)}?lang=de`);
});

test("the kept part is the beginning of the query and ends with a whole field", () => {
  const query = fc.array(fc.stringMatching(/^[a-z=]{0,90}$/), { maxLength: 150 });
  fc.assert(
    fc.property(query, (fields) => {
      const kept = pathOf(`/?${fields.join("&")}`)
        .slice(2)
        .split("&");
      expect(fields.slice(0, kept.length).join("&")).toBe(kept.join("&"));
      expect(kept.join("&").length).toBeLessThanOrEqual(2000);
    }),
  );
});
