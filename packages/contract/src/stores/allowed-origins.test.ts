import { expect, test } from "vitest";
import { AllowedOrigins } from "./allowed-origins.ts";

test.each([
  ["https://shop.example", "https://shop.example"],
  [" HTTPS://Shop.Example ", "https://shop.example"],
  ["https://shop.example:443", "https://shop.example"],
  ["https://shop.example:8443", "https://shop.example:8443"],
  ["https://bücher.example", "https://xn--bcher-kva.example"],
  ["https://192.0.2.7", "https://192.0.2.7"],
  ["https://[2001:DB8::1]:8443", "https://[2001:db8::1]:8443"],
  ["http://localhost:5173", "http://localhost:5173"],
  ["http://atelier.localhost", "http://atelier.localhost"],
  ["http://127.0.0.1:80", "http://127.0.0.1"],
  ["http://[::1]:3000", "http://[::1]:3000"],
])("%s is the origin that a browser sends as %s", (text, origin) => {
  expect(AllowedOrigins.parse([text])).toEqual([origin]);
});

test.each([
  "shop.example",
  "//shop.example",
  "null",
  "*",
  "https://*",
  "https://*.shop.example",
  "https://shop.example/",
  "https://shop.example/shop",
  "https://shop.example?",
  "https://shop.example#",
  "https://ada@shop.example",
  "https://ada:secret@shop.example",
  "https://shop.example\\@evil.example",
  "https://shop.example:99999",
  "https://shop.example:",
  "https://",
  "https://.",
  "https://shop .example",
  "https://shop%2eexample",
  "https://shop,example",
  "http://shop.example",
  "http://localhost.evil.example",
  "http://127.evil.example",
  "ftp://shop.example",
  "file://",
  "javascript:alert(1)",
  "chrome-extension://abcdefgh",
  "",
  `https://${"a".repeat(300)}.example`,
])("%s is refused", (text) => {
  expect(AllowedOrigins.safeParse([text]).success).toBe(false);
});

test("removes duplicates and allows at most 20 origins", () => {
  const twice = ["https://shop.example", "https://SHOP.example:443"];
  expect(AllowedOrigins.parse(twice)).toEqual(["https://shop.example"]);
  const many = Array.from({ length: 21 }, (_, i) => `https://shop-${i}.example`);
  expect(AllowedOrigins.parse(many.slice(1))).toHaveLength(20);
  expect(AllowedOrigins.safeParse(many).success).toBe(false);
});
