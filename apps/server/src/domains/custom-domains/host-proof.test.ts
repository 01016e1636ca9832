import { expect, test } from "vitest";
import { hostOf, proofOf } from "./host-proof.ts";

const host = (written: string) => hostOf(written, "vetrina.test");

test.each([
  ["shop.example", "shop.example"],
  ["Shop.Example.", "shop.example"],
  ["MÜNCHEN.example", "xn--mnchen-3ya.example"],
  ["xn--mnchen-3ya.example", "xn--mnchen-3ya.example"],
  ["ｓｈｏｐ.example", "shop.example"],
  ["商店.example", "xn--czrs0t.example"],
  ["a-b.c0.museum", "a-b.c0.museum"],
  ["notvetrina.test", "notvetrina.test"],
])("%s is the host %s", (written, stored) => {
  expect(host(written)).toBe(stored);
  expect(host(stored)).toBe(stored);
});

test.each([
  "",
  "shop",
  "shop.example:8080",
  "https://shop.example",
  "shop.example/path",
  "ada@shop.example",
  "shop .example",
  "shop..example",
  "-shop.example",
  "shop_1.example",
  "*.example",
  "127.0.0.1",
  "0x7f.1",
  "[::1]",
  "10.0.0.010",
  "shop.123",
  "shop.localhost",
  "printer.local",
  "db.internal",
  "1.0.0.127.in-addr.arpa",
  "vetrina.test",
  "other.vetrina.test",
  `${"a".repeat(64)}.example`,
  `${"a.".repeat(130)}example`,
  "shop。vetrina.test",
  "%73hop.example",
])("%s is not a host that a store can claim", (written) => {
  expect(() => host(written)).toThrow(expect.objectContaining({ code: "VALIDATION_FAILED" }));
});

test("a proof contains the token, at a location where only the host's owner can write", () => {
  expect(proofOf("shop.example", "abc")).toEqual({
    txt: { name: "_vetrina.shop.example", value: "vetrina-verification=abc" },
    file: {
      url: "http://shop.example/.well-known/vetrina-verification.txt",
      content: "vetrina-verification=abc",
    },
  });
});
