import type { Transaction } from "../../../platform/context.ts";
import { idsOf } from "../../../platform/database/ids-of.ts";
import { sql } from "../../../platform/database/sql.ts";

/** Marks variants as deleted. */
export async function deleteVariants(tx: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.run(sql`
    update shop.variants set deleted_at = now(), updated_at = now()
    where store_id = ${tx.storeId} and id = any(${ids}::uuid[])`);
}

/**
 * Clears the SKUs and slugs of variants that are about to get new ones. Otherwise two variants that swap SKUs or slugs
 * would violate the unique indexes.
 */
export async function clearSkusAndSlugs(tx: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.run(sql`
    update shop.variants set sku = null, slug = id::text
    where store_id = ${tx.storeId} and id = any(${ids}::uuid[])`);
}

/**
 * Clears the given SKUs, except where the variant's SKU has changed meanwhile. The caller locks the products and calls
 * settleProducts().
 */
export async function clearSkus(
  tx: Transaction,
  owners: readonly { variantId: string; sku: string }[],
): Promise<void> {
  await tx.run(sql`
    update shop.variants set sku = null, updated_at = now()
    where store_id = ${tx.storeId} and id = any(${owners.map(({ variantId }) => variantId)}::uuid[])
      and sku = any(${owners.map(({ sku }) => sku)}::text[])`);
}

/** The columns of a variant that an import writes; amounts in minor units. */
export type ImportedVariant = {
  id: string;
  name: string;
  slug: string;
  sku: string | null;
  barcode: string | null;
  price: number;
  regularPrice: number | null;
  weightGrams: number | null;
  options: Record<string, string>;
  position: number;
};

const importedShape = sql`as r (id uuid, "productId" uuid, name text, slug text, sku text, barcode text, price int,
    "regularPrice" int, "weightGrams" int, options jsonb, position int)`;

export async function updateVariants(
  tx: Transaction,
  variants: readonly ImportedVariant[],
): Promise<void> {
  if (variants.length === 0) return;
  await tx.run(sql`
    update shop.variants v set name = r.name, slug = r.slug, sku = r.sku, barcode = r.barcode, price_minor = r.price,
      regular_price_minor = r."regularPrice", weight_grams = r."weightGrams", options = r.options,
      position = r.position, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(variants)}::jsonb) ${importedShape}
    where v.store_id = ${tx.storeId} and v.id = any(${idsOf(variants)}::uuid[]) and v.id = r.id`);
}

/** Adds variants to several products. The caller then calls openStock(). */
export async function addVariants(
  tx: Transaction,
  variants: readonly (ImportedVariant & { productId: string })[],
): Promise<void> {
  if (variants.length === 0) return;
  await tx.run(sql`
    insert into shop.variants (store_id, id, product_id, name, slug, sku, barcode, price_minor, regular_price_minor,
      weight_grams, options, position)
    select ${tx.storeId}, r.id, r."productId", r.name, r.slug, r.sku, r.barcode, r.price, r."regularPrice",
      r."weightGrams", r.options, r.position
    from jsonb_to_recordset(${JSON.stringify(variants)}::jsonb) ${importedShape}`);
}

/** Sets prices, in minor units. The caller must lock the products first and call settleProducts() afterwards. */
export async function setPrices(
  tx: Transaction,
  variants: readonly { id: string; price: number; regularPrice: number | null }[],
  at: Date,
): Promise<void> {
  if (variants.length === 0) return;
  await tx.run(sql`
    update shop.variants v set price_minor = r.price, regular_price_minor = r."regularPrice", updated_at = ${at}
    from jsonb_to_recordset(${JSON.stringify(variants)}::jsonb) as r (id uuid, price int, "regularPrice" int)
    where v.store_id = ${tx.storeId} and v.id = any(${idsOf(variants)}::uuid[]) and v.id = r.id`);
}
