import { normalHeader } from "../csv/read-table.ts";
import { metafields } from "./metafields.ts";

/**
 * The columns that are read, with their names in lower case: Shopify's current and earlier ones, and our metafields.
 */
const headers = {
  handle: ["handle", "url handle"],
  title: ["title"],
  body: ["body (html)", "body html", "description"],
  vendor: ["vendor"],
  type: ["type", "custom product type", "product type"],
  productCategory: ["product category", "standard product type", "standardized product type"],
  googleCategory: ["google shopping / google product category"],
  gender: ["google shopping / gender", "target gender (product.metafields.shopify.target-gender)"],
  tags: ["tags"],
  published: ["published", "published on online store"],
  status: ["status"],
  option1Name: ["option1 name"],
  option1Value: ["option1 value"],
  option2Name: ["option2 name"],
  option2Value: ["option2 value"],
  option3Name: ["option3 name"],
  option3Value: ["option3 value"],
  sku: ["variant sku", "sku"],
  barcode: ["variant barcode", "barcode"],
  grams: ["variant grams", "weight value (grams)"],
  weight: ["variant weight"],
  weightUnit: ["variant weight unit", "weight unit for display"],
  tracker: ["variant inventory tracker", "inventory tracker"],
  quantity: ["variant inventory qty", "variant inventory quantity", "inventory quantity"],
  policy: ["variant inventory policy", "continue selling when out of stock"],
  price: ["variant price", "price"],
  compareAt: ["variant compare at price", "compare-at price", "compare at price"],
  taxable: ["variant taxable", "charge tax"],
  imageSrc: ["image src", "product image url"],
  imagePosition: ["image position"],
  imageAlt: ["image alt text"],
  variantImage: ["variant image", "variant image url"],
  giftCard: ["gift card"],
  seoTitle: ["seo title"],
  seoDescription: ["seo description"],
  measurements: [normalHeader(metafields.measurements)],
  bodyMeasurements: [normalHeader(metafields.bodyMeasurements)],
  composition: [normalHeader(metafields.composition)],
  care: [normalHeader(metafields.care)],
  taxClass: [normalHeader(metafields.taxClass)],
  richText: [normalHeader(metafields.richText)],
  shownFrom: [normalHeader(metafields.shownFrom)],
  exportedQuantity: [normalHeader(metafields.exportedQuantity)],
} as const;

export type Column = keyof typeof headers;

/** Shopify's columns that the import does not use. A warning lists only those that have values. */
const unused =
  /^(?:option[123] linked to|(?:variant )?(?:fulfillment service|requires shipping|tax code)|cost per item|image (?:width|height)|collection|inventory policy)$|^(?:unit price |google shopping \/ |(?:included|price|compare[ -]at price) \/ )|\bmetafields?\b/;

const byHeader = new Map<string, Column>(
  Object.entries(headers).flatMap(([column, names]) =>
    names.map((name) => [name, column as Column] as const),
  ),
);

/**
 * Returns the meaning of a header. "unused" means a Shopify column that the import does not use; null means unknown.
 */
export function columnOf(header: string): Column | "unused" | null {
  const name = normalHeader(header);
  return byHeader.get(name) ?? (unused.test(name) ? "unused" : null);
}

/** The name that messages use for a column that the file does not have. */
export const headerOf = {
  handle: "Handle",
  title: "Title",
  price: "Variant Price",
  sku: "Variant SKU",
  ...metafields,
} as const;
