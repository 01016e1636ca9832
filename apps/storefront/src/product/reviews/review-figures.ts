import type { ReviewList } from "@vetrina/contract/catalogue/reviews";
import { dateFormat } from "../../lib/formats.ts";

/** Which reviews are shown (all, or those with one rating), and in which order. */
export type ReviewChoice = { rating: number | null; sort: "newest" | "critical" };

type Fit = ReviewList["summary"]["fit"];

export const trueToSize = "True to size";

/** The average fit between small (0) and large (1), as text and number. null if no review rates the fit. */
export function fitOf({ small, true: exact, large }: Fit) {
  const count = small + exact + large;
  if (count === 0) return null;
  const at = 0.5 + (large - small) / count / 2;
  const text = at < 0.38 ? "Runs small" : at > 0.62 ? "Runs large" : trueToSize;
  return { at, text, count, exact };
}

/** A review's date as text, the same in every time zone. */
export function reviewDate(createdAt: string, locale: string): string {
  return dateFormat(locale, { dateStyle: "long", timeZone: "UTC" }).format(new Date(createdAt));
}
