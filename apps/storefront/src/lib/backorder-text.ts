import { dateFormat } from "./formats.ts";

/** What is said of pieces that have to come first; `date`: ISO date, null where nobody has said when. */
export function backorderText(date: string | null, locale: string): string {
  if (date === null) return "On back-order";
  const format = dateFormat(locale, { dateStyle: "long", timeZone: "UTC" });
  return `On back-order: ships on ${format.format(new Date(date))}`;
}
