import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  businessDays,
  deliveryWindow,
  remainingForFree,
  shippingPrice,
  type ShippingRate,
  zoneFor,
} from "./shipping.ts";

const standard: ShippingRate = {
  id: "standard",
  name: "Standard",
  price: 999,
  freeAbove: 10_000,
  processing: { min: 1, max: 2 },
  transit: { min: 7, max: 10 },
};
const nextDay = { ...standard, price: 2999, freeAbove: null };

describe("the price", () => {
  test.each([
    [0, 999, 10_001],
    [6_000, 999, 4_001],
    [9_999, 999, 2],
    [10_000, 999, 1],
    [10_001, 0, null],
    [50_000, 0, null],
  ])("of Standard for %i is %i, with %s missing for free shipping", (subtotal, price, missing) => {
    expect(shippingPrice(standard, subtotal)).toBe(price);
    expect(remainingForFree(standard, subtotal)).toBe(missing);
  });

  test("adding exactly the missing amount makes it free, and one unit less doesn't", () => {
    fc.assert(
      fc.property(fc.nat(10_000), (subtotal) => {
        const missing = remainingForFree(standard, subtotal) ?? 0;
        expect(shippingPrice(standard, subtotal + missing)).toBe(0);
        expect(shippingPrice(standard, subtotal + missing - 1)).toBe(999);
      }),
    );
  });

  test("without a threshold doesn't depend on the subtotal", () => {
    expect(shippingPrice(nextDay, 1_000_000)).toBe(2999);
    expect(remainingForFree(nextDay, 0)).toBeNull();
  });

  test("is 0 with a free-shipping code, and nothing is missing at a price of 0", () => {
    expect(shippingPrice(nextDay, 0, true)).toBe(0);
    expect(remainingForFree({ price: 0, freeAbove: 10_000 }, 500)).toBeNull();
  });
});

describe("the zone", () => {
  const unitedStates = { id: "us", countries: ["US"] };
  const europe = { id: "eu", countries: ["IT", "DE", "FR"] };
  const rest = { id: "rest", countries: "rest" as const };

  test.each([
    ["US", "us"],
    ["us", "us"],
    ["DE", "eu"],
    ["JP", "rest"],
    ["", "rest"],
  ])("of %j is %s", (country, id) => {
    expect(zoneFor(country, [rest, unitedStates, europe])?.id).toBe(id);
  });

  test("is undefined where nothing ships", () => {
    expect(zoneFor("JP", [unitedStates, europe])).toBeUndefined();
  });
});

describe("delivery", () => {
  const newYork = "America/New_York";

  test("adds processing and transit", () => {
    expect(businessDays(standard)).toEqual({ min: 8, max: 12 });
  });

  test.each([
    // Friday 2026-11-20
    ["2026-11-20T15:00:00Z", 0, 1, newYork, "2026-11-20", "2026-11-23"],
    ["2026-11-20T15:00:00Z", 5, 10, newYork, "2026-11-27", "2026-12-04"],
    // Still Friday in New York, already Saturday in Milan
    ["2026-11-21T02:00:00Z", 1, 1, newYork, "2026-11-23", "2026-11-23"],
    ["2026-11-20T23:30:00Z", 0, 2, "Europe/Rome", "2026-11-23", "2026-11-24"],
    // A Sunday
    ["2026-11-22T15:00:00Z", 0, 1, newYork, "2026-11-23", "2026-11-23"],
    // Across the new year, a leap day and both clock changes
    ["2026-12-31T12:00:00Z", 1, 3, "UTC", "2027-01-01", "2027-01-05"],
    ["2028-02-28T12:00:00Z", 1, 2, "UTC", "2028-02-29", "2028-03-01"],
    ["2026-03-07T12:00:00Z", 1, 2, newYork, "2026-03-09", "2026-03-10"],
    ["2026-10-30T12:00:00Z", 1, 2, newYork, "2026-11-02", "2026-11-03"],
    // A zone 14 hours ahead
    ["2026-11-19T10:30:00Z", 0, 1, "Pacific/Kiritimati", "2026-11-20", "2026-11-23"],
  ])("of %s in %i to %i days in %s: %s to %s", (placed, min, max, zone, from, to) => {
    expect(deliveryWindow(new Date(placed), rate(min, max), zone)).toEqual({ from, to });
  });

  test("never falls on a weekend, and takes exactly that many business days", () => {
    const time = fc.date({
      min: new Date("2020-01-01"),
      max: new Date("2040-01-01"),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(time, fc.nat(40), fc.constantFrom("UTC", newYork), (placedAt, days, zone) => {
        const { from, to } = deliveryWindow(placedAt, rate(days, days), zone);
        expect(to).toBe(from);
        expect([0, 6]).not.toContain(new Date(from).getUTCDay());
        const placed = placedAt.toLocaleDateString("sv", { timeZone: zone });
        expect(workingDaysAfter(placed, from)).toBe(days === 0 && placed !== from ? 1 : days);
      }),
    );
  });
});

// Counted day by day, unlike the implementation.
function workingDaysAfter(start: string, end: string): number {
  let days = 0;
  for (let day = Date.parse(start) + 86_400_000; day <= Date.parse(end); day += 86_400_000) {
    const name = new Date(day).toUTCString().slice(0, 3);
    if (name !== "Sat" && name !== "Sun") days += 1;
  }
  return days;
}

function rate(min: number, max: number) {
  return { processing: { min: 0, max: 0 }, transit: { min, max } };
}
