import { dateFormat } from "./formats.ts";

/** The text about back-ordered units. `date` is the ISO date when they ship; null if unknown. */
export function backorderText(date: string | null, locale: string): string {
  if (date === null) return "On back-order";
  const format = dateFormat(locale, { dateStyle: "long", timeZone: "UTC" });
  return `On back-order: ships on ${format.format(new Date(date))}`;
}
