import { expect, test } from "vitest";
import { mailSpan, timeWithZone } from "./mail-time.ts";

const now = new Date("2026-11-29T20:05:00Z");
const after = (minutes: number) => new Date(now.getTime() + minutes * 60_000);

test.for([
  ["en-US", "Europe/Rome", "November 29, 2026 at 9:05 PM Italy Time"],
  ["en-US", "America/New_York", "November 29, 2026 at 3:05 PM ET"],
  ["en-US", "UTC", "November 29, 2026 at 8:05 PM UTC"],
  ["de", "Europe/Rome", "29. November 2026 um 21:05 MEZ"],
] as const)("a time in %s names the zone %s as people do", ([locale, timeZone, expected]) => {
  expect(timeWithZone({ locale, timeZone }, now).replaceAll("\u202f", " ")).toBe(expected);
});

test.for([
  ["en", 60, "1 hour"],
  ["en", 59.5, "1 hour"],
  ["en", 24 * 60 - 1, "24 hours"],
  ["en", 72 * 60 - 1, "3 days"],
  ["en", 71 * 60, "2 days"],
  ["en", 30, "30 minutes"],
  ["en", 0, "1 minute"],
  ["de", 60, "1 Stunde"],
  ["ru", 72 * 60, "3 дня"],
] as const)("a span in %s of %d minutes is %s", ([locale, minutes, expected]) => {
  expect(mailSpan({ locale }, now, after(minutes))).toBe(expected);
});
