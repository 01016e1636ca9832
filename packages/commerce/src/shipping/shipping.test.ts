import * as fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import {
  businessDays,
  deliveryWindow,
  deliveryWindows,
  isoDayIn,
  type ShippingCalendar,
} from "./shipping.ts";

const newYork = "America/New_York";
const weekdays = { cutOffHour: null, workingDays: [1, 2, 3, 4, 5], holidays: [] };

function store(timeZone: string, calendar: Partial<ShippingCalendar> = {}) {
  return { timeZone, shippingCalendar: { ...weekdays, ...calendar } };
}

function rate(min: number, max: number) {
  return { processing: { min: 0, max: 0 }, transit: { min, max } };
}

describe("delivery", () => {
  test("adds processing and transit", () => {
    const standard = { processing: { min: 1, max: 2 }, transit: { min: 7, max: 10 } };
    expect(businessDays(standard)).toEqual({ min: 8, max: 12 });
    const { from, to } = deliveryWindow(new Date("2026-11-20T15:00:00Z"), standard, store("UTC"));
    expect([from, to]).toEqual(["2026-12-02", "2026-12-08"]);
  });

  test.each([
    // Placed on Friday, 2026-11-20
    ["2026-11-20T15:00:00Z", 0, 1, newYork, "2026-11-20", "2026-11-23"],
    ["2026-11-20T15:00:00Z", 5, 10, newYork, "2026-11-27", "2026-12-04"],
    // Still Friday in New York, but already Saturday in Milan, where the order counts as placed on Monday
    ["2026-11-21T02:00:00Z", 1, 1, newYork, "2026-11-23", "2026-11-23"],
    ["2026-11-20T23:30:00Z", 0, 2, "Europe/Rome", "2026-11-23", "2026-11-25"],
    // Placed on a Sunday
    ["2026-11-22T15:00:00Z", 0, 1, newYork, "2026-11-23", "2026-11-24"],
    // Across the new year, a leap day and both clock changes
    ["2026-12-31T12:00:00Z", 1, 3, "UTC", "2027-01-01", "2027-01-05"],
    ["2028-02-28T12:00:00Z", 1, 2, "UTC", "2028-02-29", "2028-03-01"],
    ["2026-03-06T12:00:00Z", 1, 2, newYork, "2026-03-09", "2026-03-10"],
    ["2026-10-30T12:00:00Z", 1, 2, newYork, "2026-11-02", "2026-11-03"],
    // In a time zone 14 hours ahead of UTC
    ["2026-11-19T10:30:00Z", 0, 1, "Pacific/Kiritimati", "2026-11-20", "2026-11-23"],
  ])("of %s in %i to %i days in %s: %s to %s", (placed, min, max, zone, from, to) => {
    expect(deliveryWindow(new Date(placed), rate(min, max), store(zone))).toEqual({ from, to });
  });

  test.each([
    // Thursday 13:59 and 14:00 in Rome, which is an hour ahead of UTC in winter and two in summer
    ["2026-11-19T12:59:00Z", "2026-11-20"],
    ["2026-11-19T13:00:00Z", "2026-11-23"],
    ["2026-07-09T11:59:00Z", "2026-07-10"],
    ["2026-07-09T12:00:00Z", "2026-07-13"],
    // Friday afternoon counts as Monday, and so does the weekend at any hour
    ["2026-11-20T15:00:00Z", "2026-11-24"],
    ["2026-11-21T08:00:00Z", "2026-11-24"],
    ["2026-11-22T20:00:00Z", "2026-11-24"],
  ])("by Next Day with a cut-off at 14: ordered %s, delivered %s", (placed, day) => {
    const rome = store("Europe/Rome", { cutOffHour: 14 });
    expect(deliveryWindow(new Date(placed), rate(1, 1), rome)).toEqual({ from: day, to: day });
  });

  test.each([
    // Christmas Eve is a Thursday, and the store is closed on the 25th and 28th
    ["2026-12-24T09:00:00Z", { holidays: ["2026-12-25", "2026-12-28"] }, "2026-12-29"],
    ["2026-12-25T09:00:00Z", { holidays: ["2026-12-25", "2026-12-28"] }, "2026-12-30"],
    // A store that works on Saturdays, and one that works from Sunday to Thursday
    ["2026-11-20T09:00:00Z", { workingDays: [1, 2, 3, 4, 5, 6] }, "2026-11-21"],
    ["2026-11-19T09:00:00Z", { workingDays: [7, 1, 2, 3, 4] }, "2026-11-22"],
  ])("ordered %s with the calendar %j takes until %s by Next Day", (placed, calendar, day) => {
    expect(deliveryWindow(new Date(placed), rate(1, 1), store("UTC", calendar)).to).toBe(day);
  });

  test("of back-ordered units counts from the day on which they are expected", () => {
    const friday = new Date("2026-11-20T20:00:00Z");
    const utc = store("UTC", { cutOffHour: 14 });
    expect(deliveryWindow(friday, rate(1, 1), utc, "2026-11-25").from).toBe("2026-11-26");
    expect(deliveryWindow(friday, rate(1, 1), utc, "2026-11-28").from).toBe("2026-12-01");
    expect(deliveryWindow(friday, rate(1, 1), utc, "2026-11-01").from).toBe("2026-11-24");
  });

  test("of many methods lists each working day once", () => {
    const mondays = { workingDays: [1], holidays: ["2026-11-30"] };
    const windowOf = deliveryWindows(new Date("2026-11-20T15:00:00Z"), store("UTC", mondays));
    const dates = vi.spyOn(Date.prototype, "toISOString");
    try {
      for (let i = 0; i < 20; i += 1)
        expect(windowOf(rate(160 + i, 180))).toMatchObject({ to: "2030-05-13" });
      // toISOString is called for each of 181 Mondays and for the holiday, and again for each working day that is
      // listed.
      expect(dates.mock.calls.length).toBeLessThan(400);
    } finally {
      dates.mockRestore();
    }
  });

  test("falls on working days, takes exactly that many of them, and is never earlier for a later order", () => {
    const time = fc.date({
      min: new Date("2020-01-01"),
      max: new Date("2040-01-01"),
      noInvalidDate: true,
    });
    const calendar = fc.record({
      cutOffHour: fc.option(fc.integer({ min: 0, max: 23 })),
      workingDays: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
    });
    fc.assert(
      fc.property(
        time,
        fc.nat(40),
        fc.nat(1000),
        fc.constantFrom("UTC", newYork),
        calendar,
        fc.array(fc.integer({ min: -5, max: 60 }), { maxLength: 10 }),
        (placedAt, days, laterBy, zone, base, holidaysAfter) => {
          const holidays = holidaysAfter.map((after) =>
            isoDayIn(new Date(placedAt.getTime() + after * 86_400_000), zone),
          );
          const of = store(zone, { ...base, holidays });
          const { from, to } = deliveryWindow(placedAt, rate(days, days), of);
          expect(to).toBe(from);
          const works = (day: string) =>
            of.shippingCalendar.workingDays.includes(new Date(day).getUTCDay() || 7) &&
            !holidays.includes(day);
          expect(works(from)).toBe(true);
          const counted = deliveryWindow(placedAt, rate(0, 0), of).from;
          expect(counted >= isoDayIn(placedAt, zone)).toBe(true);
          expect(daysAfter(counted, from).filter(works)).toHaveLength(days);
          const later = new Date(placedAt.getTime() + laterBy * 3_600_000);
          expect(deliveryWindow(later, rate(days, days), of).from >= from).toBe(true);
        },
      ),
    );
  });
});

// The days after `start`, up to and including `end`.
function daysAfter(start: string, end: string): string[] {
  const days: string[] = [];
  for (let day = Date.parse(start) + 86_400_000; day <= Date.parse(end); day += 86_400_000)
    days.push(new Date(day).toISOString().slice(0, 10));
  return days;
}
