import type { Image } from "@vetrina/contract/common";
import type { Product, Variant } from "@vetrina/contract/products";
import type { Review, ReviewList } from "@vetrina/contract/reviews";
import { type OptionKinds, optionKinds } from "./option-kinds.ts";
import { shortened } from "../lib/shortened.ts";
import { type PackedProduct, packVariants } from "./packed-variants.ts";

// A page contains its data a second time for the browser, so fields that no component reads are left out.

export type PageImage = Omit<Image, "id">;
export type PageVariant = Omit<Variant, "images">;
export type PageProduct = Pick<
  Product,
  | "id"
  | "link"
  | "name"
  | "seoTitle"
  | "metaDescription"
  | "category"
  | "department"
  | "vendor"
  | "composition"
  | "care"
  | "measurements"
  | "bodyMeasurements"
  | "currency"
  | "options"
  | "rating"
  | "sale"
> & {
  /** Sanitized HTML: seoDescription, else description. */
  description: string;
  kinds: OptionKinds;
  variants: PageVariant[];
  images: PageImage[];
};

/** The fields of a product that the product page shows. */
export function pageProduct(product: Product): PackedProduct {
  return {
    id: product.id,
    link: product.link,
    name: product.name,
    seoTitle: product.seoTitle,
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
    variants: packVariants(product.variants, product.options),
    images: pageImages(product.images),
  };
}

/** Maximum length of an alternative text. Screen readers read it without a pause. */
const maxAlt = 160;

/** Equal lists of widths become the same object, which the page's data then contains only once. */
function pageImages(images: readonly Image[]): PageImage[] {
  const shared = new Map<string, number[]>();
  return images.map((image) => {
    const key = image.widths.join(" ");
    const widths = shared.get(key) ?? image.widths;
    shared.set(key, widths);
    return { ...withoutId(image), alt: shortened(image.alt, maxAlt), widths };
  });
}

export type PageReview = Omit<Review, "photos"> & {
  photos: Omit<Review["photos"][number], "id">[];
};
export type FirstReviews = Pick<ReviewList, "summary" | "total"> & { items: PageReview[] };

/** The reviews included in the page. */
export function firstReviews({ items, summary, total }: ReviewList): FirstReviews {
  return { summary, total, items: items.map(pageReview) };
}

export function pageReview(review: Review): PageReview {
  // Cards show the day in UTC.
  const createdAt = review.createdAt.slice(0, "2026-11-23".length);
  return { ...review, createdAt, photos: review.photos.map(withoutId) };
}

function withoutId<Row extends { id: string }>(row: Row): Omit<Row, "id"> {
  const { id: _, ...rest } = row;
  return rest;
}
