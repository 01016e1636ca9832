import { expect, test } from "vitest";
import { ShipmentInput } from "./shipments.ts";

const accepts = (body: Record<string, unknown>) => ShipmentInput.safeParse(body).success;

test.each([
  "https://carrier.example/track?n=1#here",
  "  https://bücher.example/  ",
  "https://carrier.example:8443/1",
])("%s may be a tracking page", (trackingUrl) => {
  expect(accepts({ trackingUrl })).toBe(true);
});

test.each([
  "",
  "carrier.example/1",
  "http://carrier.example/1",
  "javascript:alert(1)//carrier.example",
  "data:text/html,x",
  "https://ada:secret@carrier.example/",
  "https://carrier.example@evil.example/",
  "https://localhost/1",
  "https://127.0.0.1/1",
  "https://2130706433/1",
  "https://[::1]/1",
  `https://carrier.example/${"x".repeat(500)}`,
])("%s may not be a tracking page", (trackingUrl) => {
  expect(accepts({ trackingUrl })).toBe(false);
});

test("a tracking number can contain only characters that labels show", () => {
  for (const trackingNumber of ["1Z 999 AA1", "RR123456789CH", "AB-12/3.4_5"])
    expect(accepts({ trackingNumber })).toBe(true);
  for (const trackingNumber of ["", "<b>1</b>", "1\u0000", "?a=b", "1".repeat(61)])
    expect(accepts({ trackingNumber })).toBe(false);
});

const item = (quantity: number) => ({
  orderItemId: "01990000-0000-7000-8000-000000000001",
  quantity,
});

test("each item must be listed once, with at least one unit", () => {
  expect(accepts({ items: [item(1)] })).toBe(true);
  for (const items of [[], [item(0)], [item(1), item(1)]]) expect(accepts({ items })).toBe(false);
});
