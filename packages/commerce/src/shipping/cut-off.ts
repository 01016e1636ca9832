import { keptFormat } from "../kept-format.ts";

/**
 * A new store's cut-off hour. Without one, dates promised in the evening would count from a day on which no parcel
 * leaves anymore. Orders placed before it can be packed before carriers collect in the late afternoon.
 */
export const defaultCutOffHour = 14;

/** The cut-off hour in the store's time zone: "2:00 PM Rome time". */
export function cutOffTime(hour: number, { timeZone, locale }: Zone): string {
  const format = keptFormat(
    `hour ${locale}`,
    () => new Intl.DateTimeFormat(locale, { timeStyle: "short", timeZone: "UTC" }),
  );
  return `${format.format(new Date(Date.UTC(2026, 0, 1, hour)))} ${cityOf(timeZone)} time`;
}

type Zone = { timeZone: string; locale: string };

/** The city that a time zone is named after: "New York" for America/New_York. */
export function cityOf(timeZone: string): string {
  return timeZone.split("/").at(-1)?.replaceAll("_", " ") ?? timeZone;
}
