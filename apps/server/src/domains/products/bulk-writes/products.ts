import type { Product, ProductOption } from "@vetrina/contract/catalogue/products";
import type { Transaction } from "../../../platform/context.ts";
import { idsOf } from "../../../platform/database/ids-of.ts";
import { rescaled } from "../../../platform/database/rescaled.ts";
import { sql } from "../../../platform/database/sql.ts";

/** The columns of a product that an import writes. */
export type ImportedProduct = Pick<
  Product,
  | "id"
  | "link"
  | "name"
  | "description"
  | "seoTitle"
  | "seoDescription"
  | "publishedAt"
  | "status"
  | "category"
  | "department"
  | "vendor"
  | "tags"
  | "measurements"
  | "bodyMeasurements"
  | "composition"
  | "care"
  | "taxClass"
> & { metaDescription: string | null; options: ProductOption[] };

const importedShape = sql`as r (id uuid, link text, name text, description text, "seoTitle" text, "metaDescription" text,
    "seoDescription" text, "publishedAt" timestamptz, status text, category text, department text, vendor text, tags jsonb, measurements jsonb, "bodyMeasurements" jsonb, composition text,
    care jsonb, "taxClass" text, options jsonb)`;

/**
 * Inserts products. Active ones without a publication time are published at `at`. The caller refreshes the listings.
 */
export async function insertProducts(
  tx: Transaction,
  products: readonly ImportedProduct[],
  at: Date,
): Promise<void> {
  await tx.run(sql`
    insert into shop.products (store_id, id, link, name, description, seo_title, meta_description, seo_description, status, category,
      department, vendor, tags, measurements, body_measurements, composition, care, tax_class, options, published_at)
    select ${tx.storeId}, r.id, r.link, r.name, r.description, r."seoTitle", r."metaDescription", r."seoDescription", r.status, r.category,
      r.department, r.vendor, array(select jsonb_array_elements_text(r.tags)), r.measurements, r."bodyMeasurements", r.composition,
      array(select jsonb_array_elements_text(r.care)), r."taxClass", r.options,
      coalesce(r."publishedAt", case when r.status = 'ACTIVE' then ${at}::timestamptz end)
    from jsonb_to_recordset(${JSON.stringify(products)}::jsonb) ${importedShape}`);
}

/** Like insertProducts(), for existing products. Their links don't change. */
export async function updateProducts(
  tx: Transaction,
  products: readonly ImportedProduct[],
  at: Date,
): Promise<void> {
  await tx.run(sql`
    update shop.products p set name = r.name, description = r.description, seo_title = r."seoTitle",
      meta_description = r."metaDescription", seo_description = coalesce(r."seoDescription", case p.seo_description when '' then '' end),
      status = r.status, category = r.category, department = r.department,
      vendor = r.vendor, tags = array(select jsonb_array_elements_text(r.tags)), measurements = r.measurements, body_measurements = r."bodyMeasurements",
      composition = r.composition, care = array(select jsonb_array_elements_text(r.care)), tax_class = r."taxClass", options = r.options,
      published_at = coalesce(r."publishedAt", p.published_at, case when r.status = 'ACTIVE' then ${at}::timestamptz end),
      version = p.version + 1, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(products)}::jsonb) ${importedShape}
    where p.store_id = ${tx.storeId} and p.id = any(${idsOf(products)}::uuid[]) and p.id = r.id`);
}

/** Product data that an import of JSON Lines writes after insertProducts() and updateProducts(). */
export type ProductDetails = Pick<
  Product,
  | "id"
  | "taxClass"
  | "composition"
  | "care"
  | "measurements"
  | "bodyMeasurements"
  | "saleEndsAt"
  | "publishedAt"
> & {
  seoDescription: string | null;
  /** null leaves the time unchanged. */
  createdAt: string | null;
};

/** Writes details of locked or new products. The caller refreshes the listings. */
export async function writeProductDetails(
  tx: Transaction,
  products: readonly ProductDetails[],
): Promise<void> {
  await tx.run(sql`
    update shop.products p set seo_description = r."seoDescription", composition = r.composition,
      tax_class = r."taxClass", care = array(select jsonb_array_elements_text(r.care)), measurements = r.measurements, body_measurements = r."bodyMeasurements",
      sale_ends_at = r."saleEndsAt", published_at = r."publishedAt", created_at = coalesce(r."createdAt", p.created_at)
    from jsonb_to_recordset(${JSON.stringify(products)}::jsonb) as r (id uuid, "seoDescription" text, "taxClass" text, composition text, care jsonb, measurements jsonb,
      "bodyMeasurements" jsonb, "saleEndsAt" timestamptz, "publishedAt" timestamptz, "createdAt" timestamptz)
    where p.store_id = ${tx.storeId} and p.id = any(${idsOf(products)}::uuid[]) and p.id = r.id`);
}

/** The columns of a product that bulk edits change. */
export type EditedProduct = {
  id: string;
  status: string;
  /** ISO time; null if not published. */
  publishedAt: string | null;
  category: string | null;
  tags: readonly string[];
};

/** Changes products. The caller must lock them first and call settleProducts() afterwards. */
export async function editProducts(
  tx: Transaction,
  products: readonly EditedProduct[],
): Promise<void> {
  await tx.run(sql`
    update shop.products p set status = r.status, published_at = r."publishedAt", category = r.category,
      tags = array(select jsonb_array_elements_text(r.tags))
    from jsonb_to_recordset(${JSON.stringify(products)}::jsonb) as r (id uuid, status text, "publishedAt" timestamptz,
      category text, tags jsonb)
    where p.store_id = ${tx.storeId} and p.id = any(${idsOf(products)}::uuid[]) and p.id = r.id`);
}

/** Writes the products' ratings from their approved reviews. */
export async function writeRatings(tx: Transaction, productIds: readonly string[]): Promise<void> {
  await tx.run(sql`
    update shop.products p set rating_sum = r.sum, rating_count = r.count
    from unnest(${productIds}::uuid[]) rated (id) cross join lateral (
      select coalesce(sum(rating * reviews), 0)::int as sum, coalesce(sum(reviews), 0)::int as count from shop.review_counts
      where store_id = ${tx.storeId} and product_id = rated.id) r
    where p.store_id = ${tx.storeId} and p.id = any(${productIds}::uuid[]) and p.id = rated.id`);
}

/**
 * Converts the prices of all variants and products, including deleted ones, to a currency with `digits` more decimal
 * places.
 */
export async function rescalePrices(tx: Transaction, digits: number): Promise<void> {
  const price = rescaled(sql`price_minor`, digits);
  const regular = rescaled(sql`regular_price_minor`, digits);
  await tx.run(sql`
    update shop.variants set price_minor = ${price},
      regular_price_minor = case when ${regular} > ${price} then ${regular} end
    where store_id = ${tx.storeId}`);
  await tx.run(sql`
    update shop.products set price_minor = ${price}, highest_price_minor = ${rescaled(sql`highest_price_minor`, digits)},
      regular_price_minor = case when ${regular} > ${price} then ${regular} end
    where store_id = ${tx.storeId}`);
}
