import { expect, test, vi } from "vitest";
import { helpItem, isCurrent, moreId, packMenu, unpackMenu } from "./menus.ts";

test("a menu can be packed and unpacked without loss, and the help pages take a single character", () => {
  const leaf = { id: "/sale", label: "Sale", href: "/sale", children: [] };
  const own = { id: "1", label: "Shop", href: "/collection", children: [leaf] };
  const menu = [own, leaf, { id: moreId, label: "More", href: null, children: [helpItem] }];
  const data = JSON.parse(JSON.stringify(packMenu(menu))) as ReturnType<typeof packMenu>;
  expect(unpackMenu(data)).toEqual(menu);
  expect(JSON.stringify(packMenu([helpItem]))).toBe("[0]");
});

test("a link with a filter is current only where the filter is chosen", () => {
  const bags = "/collection?category=bags";
  expect(isCurrent(bags, { pathname: "/collection", search: "" })).toBe(false);
  expect(isCurrent(bags, { pathname: "/collection", search: "?category=shoes" })).toBe(false);
  expect(isCurrent(bags, { pathname: "/collection", search: "?category=bags&sort=name" })).toBe(
    true,
  );
  expect(isCurrent("/sale", { pathname: "/sale", search: "?color=navy" })).toBe(true);
  expect(isCurrent("/", { pathname: "/sale", search: "" })).toBe(false);
});

test("at most 30 filters of a link are compared with the page's", () => {
  const many = `?${"a&".repeat(240)}`;
  const looked = vi.spyOn(URLSearchParams.prototype, "getAll");
  try {
    expect(isCurrent(`/new${many}`, { pathname: "/new", search: many })).toBe(true);
    expect(looked.mock.calls.length).toBeLessThanOrEqual(30);
  } finally {
    looked.mockRestore();
  }
});
