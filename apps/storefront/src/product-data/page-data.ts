import type { Image } from "@vetrina/contract/common";
import type { Product } from "@vetrina/contract/catalogue/products";
import type { Review, ReviewList } from "@vetrina/contract/catalogue/reviews";
import { optionKinds } from "./option-kinds.ts";
import { shortened } from "../lib/shortened.ts";
import { type PackedProduct, packProduct } from "./packed-product.ts";
import type { PageImage } from "./page-product.ts";

/** The fields of a product that the product page shows. */
export function pageProduct(product: Product): PackedProduct {
  return packProduct({
    id: product.id,
    link: product.link,
    name: product.name,
    // Without an SEO title, the page uses the name, so an equal title is left out.
    seoTitle: product.seoTitle === product.name ? null : product.seoTitle,
    metaDescription: product.metaDescription,
    category: product.category,
    department: product.department,
    vendor: product.vendor,
    composition: product.composition,
    care: product.care,
    measurements: product.measurements,
    bodyMeasurements: product.bodyMeasurements,
    currency: product.currency,
    options: product.options,
    kinds: optionKinds(product.options),
    rating: product.rating,
    sale: product.sale,
    description: product.seoDescription || product.description,
    variants: product.variants,
    images: product.images.map(pageImage),
  });
}

/** Maximum length of an alternative text. Screen readers read it in one go, so longer texts are hard to follow. */
const maxAlt = 160;

function pageImage(image: Image): PageImage {
  return { ...withoutId(image), alt: shortened(image.alt, maxAlt) };
}

export type PageReview = Omit<Review, "photos"> & {
  photos: Omit<Review["photos"][number], "id">[];
};
export type FirstReviews = Pick<ReviewList, "total"> & {
  items: PageReview[];
  summary: Omit<ReviewList["summary"], "distribution"> & {
    /** The number of reviews with each rating, starting with five stars. */
    distribution: readonly number[];
  };
};

const ratings = [5, 4, 3, 2, 1];

/** The reviews that the page's data includes. */
export function firstReviews({ items, summary, total }: ReviewList): FirstReviews {
  const counts = new Map(summary.distribution.map(({ rating, count }) => [rating, count]));
  const distribution = ratings.map((rating) => counts.get(rating) ?? 0);
  return { summary: { ...summary, distribution }, total, items: items.map(pageReview) };
}

export function pageReview(review: Review): PageReview {
  // Cards show only the day, in UTC.
  const createdAt = review.createdAt.slice(0, "2026-11-23".length);
  return { ...review, createdAt, photos: review.photos.map(withoutId) };
}

function withoutId<Row extends { id: string }>(row: Row): Omit<Row, "id"> {
  const { id: _, ...rest } = row;
  return rest;
}
