import * as fc from "fast-check";
import { expect, test } from "vitest";
import { cityOf, cutOffTime, defaultCutOffHour } from "./cut-off.ts";
import { deliveryWindow, isoDayIn } from "./shipping.ts";

const sameDay = { processing: { min: 0, max: 0 }, transit: { min: 0, max: 0 } };
const nextDay = { processing: { min: 0, max: 0 }, transit: { min: 1, max: 1 } };

const arrivesOn = (placedAt: string, timeZone: string) => dayOf(nextDay, placedAt, timeZone);
const leavesOn = (placedAt: string, timeZone: string) => dayOf(sameDay, placedAt, timeZone);

function dayOf(rate: typeof nextDay, placedAt: string, timeZone: string): string {
  const shippingCalendar = {
    cutOffHour: defaultCutOffHour,
    workingDays: [1, 2, 3, 4, 5],
    holidays: [],
  };
  return deliveryWindow(new Date(placedAt), rate, { timeZone, shippingCalendar }).to;
}

test.each([
  // A Monday in Rome: the minute before the cut-off, the cut-off, and the evening
  ["2026-11-30T12:59:59Z", "Europe/Rome", "2026-12-01"],
  ["2026-11-30T13:00:00Z", "Europe/Rome", "2026-12-02"],
  ["2026-11-30T19:58:00Z", "Europe/Rome", "2026-12-02"],
  // Friday afternoon, Saturday and Sunday count as Monday
  ["2026-11-27T12:59:59Z", "Europe/Rome", "2026-11-30"],
  ["2026-11-27T13:00:00Z", "Europe/Rome", "2026-12-01"],
  ["2026-11-28T09:00:00Z", "Europe/Rome", "2026-12-01"],
  ["2026-11-29T22:59:59Z", "Europe/Rome", "2026-12-01"],
  // Midnight begins the next day, whose cut-off is still ahead
  ["2026-11-30T23:00:00Z", "Europe/Rome", "2026-12-02"],
  // The same moment before the cut-off in New York and after it in Rome
  ["2026-11-30T18:59:59Z", "America/New_York", "2026-12-01"],
  ["2026-11-30T18:59:59Z", "Europe/Rome", "2026-12-02"],
  // The Mondays after the clocks go forward and back
  ["2026-03-30T11:59:59Z", "Europe/Rome", "2026-03-31"],
  ["2026-03-30T12:00:00Z", "Europe/Rome", "2026-04-01"],
  ["2026-10-26T12:59:59Z", "Europe/Rome", "2026-10-27"],
  ["2026-10-26T13:00:00Z", "Europe/Rome", "2026-10-28"],
  // Half an hour off the full hour, and a date ahead of UTC
  ["2026-11-30T08:29:59Z", "Asia/Kolkata", "2026-12-01"],
  ["2026-11-30T08:30:00Z", "Asia/Kolkata", "2026-12-02"],
  ["2026-11-30T00:00:00Z", "Pacific/Kiritimati", "2026-12-02"],
])("Next Day ordered %s in %s arrives on %s", (placedAt, timeZone, day) => {
  expect(arrivesOn(placedAt, timeZone)).toBe(day);
});

test("only orders placed before the cut-off of a business day leave on the same day", () => {
  const time = fc.date({
    min: new Date("2026-01-01"),
    max: new Date("2028-01-01"),
    noInvalidDate: true,
  });
  const zones = ["Europe/Rome", "Europe/Lisbon", "America/New_York", "Asia/Kolkata"];
  fc.assert(
    fc.property(time, fc.constantFrom(...zones), (placedAt, timeZone) => {
      const hour = Number(
        placedAt.toLocaleTimeString("en-GB", { timeZone, hour: "2-digit", hourCycle: "h23" }),
      );
      const today = isoDayIn(placedAt, timeZone);
      const left = leavesOn(placedAt.toISOString(), timeZone);
      const isBusinessDay = ![0, 6].includes(new Date(today).getUTCDay());
      expect(left === today).toBe(isBusinessDay && hour < defaultCutOffHour);
      expect(left >= today).toBe(true);
    }),
  );
});

test.each([
  [14, "en-US", "Europe/Rome", "2:00 PM Rome time"],
  [14, "en-IE", "Europe/Lisbon", "14:00 Lisbon time"],
  [0, "en-US", "America/Argentina/Buenos_Aires", "12:00 AM Buenos Aires time"],
])("%i o'clock in %s and %s is %s", (hour, locale, timeZone, words) => {
  expect(cutOffTime(hour, { timeZone, locale }).replaceAll("\u202f", " ")).toBe(words);
});

test("a zone without a city is named itself", () => {
  expect(cityOf("UTC")).toBe("UTC");
});
