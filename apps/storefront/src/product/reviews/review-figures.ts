import type { ReviewList } from "@vetrina/contract/catalogue/reviews";
import { dateFormat, formatted } from "../../lib/formats.ts";

/** Which reviews are shown (all, or those with one rating), and in which order. */
export type ReviewChoice = { rating: number | null; sort: "newest" | "critical" };

type Fit = ReviewList["summary"]["fit"];

/**
 * Summarizes the fit: its `text`, how many reviewers say so (`agreeing` of `count`; null if small and large are equal),
 * and `at`, the average from small (0) to large (1). "True to size" needs half of the reviewers. Returns null if no review
 * rates the fit.
 */
export function fitOf({ small, true: exact, large }: Fit) {
  const count = small + exact + large;
  if (count === 0) return null;
  const at = 0.5 + (large - small) / count / 2;
  if (2 * exact >= count) return { at, text: "True to size", count, agreeing: exact };
  if (small === large)
    return { at, text: "Reviewers disagree about the fit", count, agreeing: null };
  return small > large
    ? { at, text: "Runs small", count, agreeing: small }
    : { at, text: "Runs large", count, agreeing: large };
}

/** A review's date as text, the same in every time zone. */
export function reviewDate(createdAt: string, locale: string): string {
  const day = createdAt.slice(0, 10);
  return formatted(`${locale} day`, day, () =>
    dateFormat(locale, { dateStyle: "long", timeZone: "UTC" }).format(new Date(day)),
  );
}
