import type { Sender } from "./sender.ts";

/**
 * Formats a time in the store's time zone, with the zone's name ("Italy Time"), because the reader may live in another
 * one.
 */
export function timeWithZone(
  { locale, timeZone }: Pick<Sender, "locale" | "timeZone">,
  at: Date,
): string {
  return new Intl.DateTimeFormat(locale, {
    year: "numeric",
    month: "long",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
    timeZone,
    timeZoneName: timeZone === "UTC" ? "short" : "shortGeneric",
  }).format(at);
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/**
 * Emails are usually sent within a minute. With this tolerance, a span of one hour is then still written as "1 hour".
 */
const toleranceMs = 2 * minuteMs;

/**
 * How long it is until a time, as "1 hour", "24 hours" or "3 days". Unlike a time, this needs no time zone, and the
 * platform doesn't know the reader's.
 */
export function mailSpan({ locale }: Pick<Sender, "locale">, now: Date, until: Date): string {
  const left = until.getTime() - now.getTime();
  const hours = Math.floor((left + toleranceMs) / hourMs);
  const days = Math.floor(hours / 24);
  const [count, unit] =
    days >= 2
      ? ([days, "day"] as const)
      : hours >= 1
        ? ([hours, "hour"] as const)
        : ([Math.max(1, Math.floor(left / minuteMs)), "minute"] as const);
  return new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" }).format(count);
}
