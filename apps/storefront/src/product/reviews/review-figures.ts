import type { ReviewList } from "@vetrina/contract/reviews";
import { dateFormat } from "../../lib/formats.ts";

/** Which reviews are shown: all or those of one rating, and which come first. */
export type ReviewChoice = { rating: number | null; sort: "newest" | "critical" };

type Fit = ReviewList["summary"]["fit"];

export const trueToSize = "True to size";

/** Where buyers put the fit between small (0) and large (1), in words and figures; null where nobody has said. */
export function fitOf({ small, true: exact, large }: Fit) {
  const count = small + exact + large;
  if (count === 0) return null;
  const at = 0.5 + (large - small) / count / 2;
  const text = at < 0.38 ? "Runs small" : at > 0.62 ? "Runs large" : trueToSize;
  return { at, text, count, exact };
}

/** A review's day in words, the same for every time zone. */
export function reviewDate(createdAt: string, locale: string): string {
  return dateFormat(locale, { dateStyle: "long", timeZone: "UTC" }).format(new Date(createdAt));
}
