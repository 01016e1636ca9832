import { wordKey } from "@vetrina/contract/common";
import type { ProductInput } from "@vetrina/contract/catalogue/product-inputs";
import type { ProductOption } from "@vetrina/contract/catalogue/products";
import type { Context, Transaction } from "../../platform/context.ts";
import { noteCopies } from "../../platform/database/copies.ts";
import { sql } from "../../platform/database/sql.ts";
import { ApiFailure, notFound } from "../../platform/errors.ts";
import { newId } from "../../platform/id.ts";
import { catalogueChanged } from "../../platform/jobs/catalogue-changed.ts";
import { enqueue } from "../../platform/jobs/enqueue.ts";
import { openStock } from "../inventory/levels.ts";
import type { PlannedVariant } from "./rules.ts";
import { constraintOf, isSqlState } from "../../platform/database/sql-state.ts";

/** A product's fields before a change, named as in the API. */
export type ProductFields = Omit<
  Required<{ [K in keyof ProductInput]: Exclude<ProductInput[K], undefined> }>,
  "options" | "variants" | "variantDefaults" | "publishedAt" | "saleEndsAt"
> & { publishedAt: Date | null; saleEndsAt: Date | null };

export type LockedProduct = ProductFields & {
  id: string;
  version: number;
  options: ProductOption[];
};

/**
 * Reads and locks the product until the transaction ends. FOR NO KEY UPDATE still allows foreign key checks, which
 * prevents a deadlock when two products become each other's upsells. Throws NOT_FOUND.
 */
export async function lockProduct(tx: Transaction, id: string): Promise<LockedProduct> {
  const row = await tx.row<LockedProduct>(sql`
    select id, version, options, name, link, description, seo_title as "seoTitle", seo_description as "seoDescription",
      meta_description as "metaDescription", status, category, department, vendor, tax_class as "taxClass", tags, composition, care, measurements,
      body_measurements as "bodyMeasurements", published_at as "publishedAt", sale_ends_at as "saleEndsAt"
    from shop.products where store_id = ${tx.storeId} and id = ${id} and deleted_at is null for no key update`);
  if (row === undefined) throw notFound("product");
  return row;
}

/** Adds planned variants with their opening stock and returns their ids. Throws ALREADY_EXISTS for a taken SKU. */
export async function insertVariants(
  tx: Transaction,
  productId: string,
  variants: readonly PlannedVariant[],
  pathOf: (index: number) => string,
): Promise<string[]> {
  const rows = variants.map((variant) => Object.assign({ id: newId() }, variant));
  await requireFreeSkus(tx, variants, pathOf);
  await tx.run(sql`
    insert into shop.variants (store_id, id, product_id, name, slug, sku, barcode, price_minor, regular_price_minor,
      weight_grams, options, position)
    select ${tx.storeId}, v.id, ${productId}, v.name, v.slug, v.sku, v.barcode, v."priceMinor", v."regularPriceMinor",
      v."weightGrams", v.options, v.position
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as v (id uuid, name text, slug text, sku text, barcode text,
      "priceMinor" int, "regularPriceMinor" int, "weightGrams" int, options jsonb, position int)`);
  await openStock(tx, rows);
  return rows.map(({ id }) => id);
}

/** Throws ALREADY_EXISTS with the field if a SKU is taken or used twice, ignoring case. */
export async function requireFreeSkus(
  tx: Transaction,
  variants: readonly { sku: string | null; id?: string }[],
  pathOf: (index: number) => string,
): Promise<void> {
  const skus = variants.flatMap(({ sku }) => (sku === null ? [] : [sku]));
  const own = variants.flatMap(({ id }) => (id === undefined ? [] : [id]));
  const rows = await tx.rows<{ key: string }>(sql`
    select sku_key as key from shop.variants
    where store_id = ${tx.storeId} and sku_key = any(catalogue.word_keys(${skus}::text[])) and deleted_at is null
      and id <> all(${own}::uuid[])`);
  const taken = new Set(rows.map((row) => row.key));
  for (const [i, { sku }] of variants.entries()) {
    if (sku === null) continue;
    if (taken.has(wordKey(sku))) throw alreadyExists(`${pathOf(i)}sku`, "SKU");
    taken.add(wordKey(sku));
  }
}

/** Increments the product's version, refreshes its listings and notifies caches. Call it after a change. */
export function settleProduct(tx: Transaction, ctx: Context, id: string): Promise<void> {
  return settleProducts(tx, ctx, [id]);
}

/** Like settleProduct, for several locked products. Publishes one cache event for all of them. */
export async function settleProducts(
  tx: Transaction,
  ctx: Context,
  ids: readonly string[],
): Promise<void> {
  const row = await tx.row<{ bytes: number }>(sql`
    select shop.refresh_listings(${tx.storeId}, ${ids}::uuid[], ${ctx.now()})::int as bytes`);
  noteCopies(tx, { bytes: row?.bytes ?? 0 });
  await publishProducts(tx, ids);
}

/** Refreshes, from the product's current rows, the columns that lists show and search, and notifies caches. */
export async function refreshListing(tx: Transaction, id: string): Promise<void> {
  await tx.run(sql`select shop.refresh_listings(${tx.storeId}, array[${id}::uuid])`);
  await publishProduct(tx, id);
}

export function publishProduct(tx: Transaction, id: string): Promise<void> {
  return publishProducts(tx, [id]);
}

function publishProducts(tx: Transaction, ids: readonly string[]): Promise<void> {
  return enqueue(tx, catalogueChanged, { tags: [...ids.map((id) => `product:${id}`), "lists"] });
}

export function alreadyExists(field: string, what: string): ApiFailure {
  return new ApiFailure("ALREADY_EXISTS", `This ${what} is already in use. Choose another.`, {
    field,
  });
}

const fieldOfIndex: Record<string, [string, string]> = {
  products_by_link: ["link", "link"],
  variants_by_sku: ["sku", "SKU"],
};

/** Awaits a change. If a concurrent change has taken the link or the SKU, throws ALREADY_EXISTS. */
export async function orTaken<T>(change: Promise<T>): Promise<T> {
  try {
    return await change;
  } catch (error) {
    const taken = isSqlState(error, "uniqueViolation")
      ? fieldOfIndex[constraintOf(error)]
      : undefined;
    throw taken === undefined ? error : alreadyExists(...taken);
  }
}
