import { keptFormat } from "@vetrina/commerce/kept-format";

/** Formatted texts, by the name of their format, such as "en-US USD" for prices, and then by the value. */
export type FormattedTexts = Record<string, Record<string, string>>;

/** The name of the page's global variable with the texts that the server formatted. */
export const formattedTextsName = "formattedTexts";

let recorded: FormattedTexts | undefined;

/**
 * Returns the value's text in the named format. In the browser, this is the text that the server formatted for the
 * page, if there is one, because a page's first Intl object can block the main thread for 100 ms. Otherwise, calls
 * `make`.
 */
export function formatted(format: string, value: string | number, make: () => string): string {
  const { [formattedTextsName]: known } = globalThis as { [formattedTextsName]?: FormattedTexts };
  const text = known?.[format]?.[value] ?? make();
  if (import.meta.env.SSR && recorded) (recorded[format] ??= {})[value] = text;
  return text;
}

/** Calls `render`, and returns its result and the texts that it formatted. `render` must be synchronous. */
export function recordTexts<T>(render: () => T): { result: T; texts: FormattedTexts } {
  const texts: FormattedTexts = {};
  recorded = texts;
  try {
    return { result: render(), texts };
  } finally {
    recorded = undefined;
  }
}

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

/** A country's name; the code itself if it is unknown. */
export function countryName(country: string, language: string): string {
  return formatted(`${language} country`, country, () => {
    try {
      return displayNames(language, "region").of(country) ?? country;
    } catch {
      return country;
    }
  });
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
