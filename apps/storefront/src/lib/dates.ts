import { dateFormat } from "./formats.ts";

/** "Wed, Dec 2 – Tue, Dec 8" from two ISO days (both included); one day if they are the same. */
export function dayRange({ from, to }: { from: string; to: string }, locale: string): string {
  const format = dateFormat(locale, {
    weekday: "short",
    month: "short",
    day: "numeric",
    timeZone: "UTC",
  });
  return format.formatRange(dayOf(from), dayOf(to));
}

/** "Arrives Fri, Nov 20 – Mon, Nov 23", or "Ready for pickup …". The days are ISO dates, both included. */
export function arrivalText(
  days: { from: string; to: string },
  pickup: object | null,
  locale: string,
): string {
  return `${pickup === null ? "Arrives" : "Ready for pickup"} ${dayRange(days, locale)}`;
}

const sameDayMs = 12 * 3_600_000;

/**
 * "2:32 PM" in the shopper's time zone, with the date if it is more than half a day ahead. Works only in the browser,
 * because the server doesn't know the time zone.
 */
export function clockTime(time: string, locale: string): string {
  const at = Date.parse(time);
  const day = at - Date.now() > sameDayMs ? ({ dateStyle: "medium" } as const) : {};
  return dateFormat(locale, { ...day, timeStyle: "short" }).format(at);
}

function dayOf(day: string): Date {
  return new Date(`${day}T00:00:00Z`);
}
