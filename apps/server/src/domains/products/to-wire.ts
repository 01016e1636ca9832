import { beginning } from "@vetrina/contract/common";
import { toMajor } from "@vetrina/commerce/money";
import { optionOfKind } from "@vetrina/commerce/products/option-kind";
import type { Product, ProductOption, Variant } from "@vetrina/contract/catalogue/products";
import { expectedDate, maximumToBuy } from "@vetrina/commerce/products/stock-label";
import { type ImageRow, imageToWire } from "../../platform/pictures/image-to-wire.ts";
import type { StoreRef } from "../../platform/store-directory.ts";
import { plainText } from "../../platform/rich-text/rich-text.ts";

export type VariantRow = {
  id: string;
  name: string;
  slug: string;
  sku: string | null;
  price_minor: number;
  regular_price_minor: number | null;
  lowest_price_minor: number | null;
  options: Record<string, string>;
  stock: number;
  backorder_limit: number;
  /** ISO date. */
  backorder_on: string | null;
  /** Present only for staff. */
  weight_grams?: number | null;
  barcode?: string | null;
};

export type ProductRow = {
  id: string;
  link: string;
  name: string;
  description: string;
  seo_title: string | null;
  seo_description: string | null;
  meta_description: string | null;
  status: Product["status"];
  category: string | null;
  department: Product["department"];
  vendor: string | null;
  tax_class: string;
  tags: string[];
  composition: string | null;
  care: string[];
  measurements: Product["measurements"];
  body_measurements: Product["bodyMeasurements"];
  options: ProductOption[];
  sale_ends_at: Date | null;
  published_at: Date | null;
  version: number;
  rating_sum: number;
  rating_count: number;
  created_at: Date;
  updated_at: Date;
  variants: VariantRow[];
  images: ImageRow[];
};

const metaLength = 155;
/** Maximum total number of images in a product's variants. Each variant repeats the images of its color. */
const maxVariantImages = 500;

export function productToWire(row: ProductRow, store: StoreRef, now: Date): Product {
  const images = row.images.map(imageToWire);
  // Determined once per product, because recognizing an option by its name is slow in some scripts.
  const colorOption = optionOfKind(row.options, "color")?.name;
  const maxImages = Math.max(1, Math.floor(maxVariantImages / row.variants.length));
  const imagesOf = new Map(
    [...Map.groupBy(images, ({ color }) => color?.toLowerCase())].map(
      ([color, ofColor]) => [color, ofColor.slice(0, maxImages)] as const,
    ),
  );
  return {
    id: row.id,
    storeId: store.id,
    link: row.link,
    name: row.name,
    description: row.description,
    seoTitle: row.seo_title,
    seoDescription: row.seo_description,
    metaDescription:
      row.meta_description ?? metaDescriptionOf(row.seo_description ?? row.description),
    status: row.status,
    category: row.category,
    department: row.department,
    vendor: row.vendor,
    taxClass: row.tax_class,
    tags: row.tags,
    composition: row.composition,
    care: row.care,
    measurements: row.measurements,
    bodyMeasurements: row.body_measurements,
    currency: store.currency,
    options: row.options,
    variants: row.variants.map((variant) =>
      variantToWire(variant, imagesOf, colorOption, store.currency, now),
    ),
    images,
    rating: rating(row),
    sale: saleOf(row),
    version: row.version,
    publishedAt: row.published_at?.toISOString() ?? null,
    saleEndsAt: row.sale_ends_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

/** Returns null if no price is reduced: a sale can have an end although staff have already restored all prices. */
function saleOf({ sale_ends_at: end, variants }: ProductRow): Product["sale"] {
  const isReduced = variants.some((variant) => variant.regular_price_minor !== null);
  return end !== null && isReduced ? { endsAt: end.toISOString() } : null;
}

function variantToWire(
  row: VariantRow,
  imagesOf: ReadonlyMap<string | undefined, Product["images"]>,
  colorOption: string | undefined,
  currency: string,
  now: Date,
): Variant {
  const maxQuantity = maximumToBuy(row.stock, row.backorder_limit);
  const color = colorOption === undefined ? undefined : row.options[colorOption];
  return {
    id: row.id,
    name: row.name,
    slug: row.slug,
    sku: row.sku,
    price: toMajor(row.price_minor, currency),
    regularPrice:
      row.regular_price_minor === null ? null : toMajor(row.regular_price_minor, currency),
    lowestPrice: row.lowest_price_minor === null ? null : toMajor(row.lowest_price_minor, currency),
    stock: Math.max(0, row.stock),
    maxQuantity,
    available: maxQuantity > 0,
    backorderDate: expectedDate(row.backorder_on, now),
    options: row.options,
    images: color === undefined ? [] : (imagesOf.get(color.toLowerCase()) ?? []),
    ...(row.weight_grams !== undefined && { weightGrams: row.weight_grams }),
    ...(row.barcode !== undefined && { barcode: row.barcode }),
  };
}

export function rating(row: { rating_sum: number; rating_count: number }): Product["rating"] {
  const { rating_sum: sum, rating_count: count } = row;
  return { average: count === 0 ? null : Math.round((sum / count) * 10) / 10, count };
}

/** Shortens HTML to a description for search engines, for a product without one of its own. */
export function metaDescriptionOf(html: string): string {
  return shorten(plainText(html));
}

function shorten(text: string): string {
  if (text.length <= metaLength) return text;
  const cut = text.slice(0, metaLength);
  return `${beginning(cut, Math.max(cut.lastIndexOf(" "), metaLength - 40)).trimEnd()}…`;
}
