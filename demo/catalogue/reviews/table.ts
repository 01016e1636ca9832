import type { DemoReview } from "../types.ts";

const ratings = ["1", "2", "3", "4", "5"] as const;
const fits = ["small", "true", "large"] as const;

/**
 * Reads reviews from lines "rating | fit | days old | name | title | text" below a line "# link". A "~" before the name
 * means that the reviewer did not buy here. Throws on an invalid line.
 */
export function readReviews(table: string): DemoReview[] {
  let link = "";
  const reviews: DemoReview[] = [];
  for (const line of table.split("\n").map((line) => line.trim())) {
    if (line.startsWith("# ")) link = line.slice(2);
    else if (line !== "") reviews.push(readReview(link, line));
  }
  return reviews;
}

function readReview(link: string, line: string): DemoReview {
  const [rating, fit, daysOld, name, title, content, ...rest] = line
    .split("|")
    .map((cell) => cell.trim());
  const stars = ratings.findIndex((known) => known === rating) + 1;
  const knownFit = fits.find((known) => known === fit);
  if (!isRating(stars) || !knownFit || !name || !title || !content || rest.length > 0)
    throw new Error(`Invalid review (product: ${link || "missing"}): ${line}`);
  return {
    link,
    name: name.replace(/^~/, ""),
    rating: stars,
    title,
    content,
    fit: knownFit,
    verified: !name.startsWith("~"),
    daysOld: Number(daysOld),
  };
}

function isRating(stars: number): stars is DemoReview["rating"] {
  return stars >= 1 && stars <= 5;
}
