import { dressesAndTops } from "./reviews/sorvela-dresses-and-tops.ts";
import { theRest } from "./reviews/sorvela-the-rest.ts";
import { readReviews } from "./reviews/table.ts";
import { tordoReviews } from "./reviews/tordo.ts";
import type { DemoReview, StoreSlug } from "./types.ts";

/** Approved reviews by store. As in real shops, most products have none. */
export const reviews: Record<StoreSlug, DemoReview[]> = {
  sorvela: [...readReviews(dressesAndTops), ...readReviews(theRest)],
  tordo: readReviews(tordoReviews),
};
