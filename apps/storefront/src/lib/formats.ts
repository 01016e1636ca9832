import { keptFormat } from "@vetrina/commerce/kept-format";

export function numberFormat(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  return once("number", locale, options, () => new Intl.NumberFormat(locale, options));
}

export function dateFormat(
  locale: string,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  return once("date", locale, options, () => new Intl.DateTimeFormat(locale, options));
}

/** Names of countries or languages in the locale. */
export function displayNames(locale: string, type: "region" | "language"): Intl.DisplayNames {
  return once("names", locale, { type }, () => new Intl.DisplayNames(locale, { type }));
}

const weekdays = ["MON", "TUE", "WED", "THU", "FRI", "SAT", "SUN"];

/** "Mon" for MON, in the locale's language. */
export function weekdayName(day: string, locale: string): string {
  // Index 0 is Monday, and January 1, 2024 was a Monday.
  const date = new Date(Date.UTC(2024, 0, 1 + weekdays.indexOf(day)));
  return dateFormat(locale, { weekday: "short", timeZone: "UTC" }).format(date);
}

/** Returns the cached format for these arguments, or creates it with `make`. */
function once<T>(kind: string, locale: string, options: object, make: () => T): T {
  return keptFormat(`${kind} ${locale} ${JSON.stringify(options)}`, make);
}
