import type { Transaction } from "../../../platform/context.ts";
import { sql } from "../../../platform/database/sql.ts";
import { newId } from "../../../platform/id.ts";
import { openStock } from "../../inventory/levels.ts";
import { setBackorderLimits, setImportedStock } from "../../inventory/set-many-levels.ts";
import { writeImages } from "../../products/bulk-writes/images.ts";
import { insertProducts, updateProducts } from "../../products/bulk-writes/products.ts";
import {
  addVariants,
  deleteVariants,
  clearSkusAndSlugs,
  updateVariants,
} from "../../products/bulk-writes/variants.ts";
import { followColors } from "../../products/picture-colors.ts";
import type { PlannedProduct } from "./plan-products.ts";
import type { PlannedVariant } from "./plan-variants.ts";
import type { StoreProduct } from "./store-product.ts";

/** A product to write. A new one already has its id. */
export type WritableProduct = PlannedProduct & { id: string };

/** Assigns ids to the plan's new products, in the file's order. */
export function withIds(products: readonly PlannedProduct[]): WritableProduct[] {
  return products.map((product) => Object.assign(product, { id: product.id ?? newId() }));
}

/**
 * Writes a step's products, variants, stock and pictures. Products that become active get the publication time `at`,
 * which is the same in all steps of a CSV import, so that lists show them in the file's order. Returns how many bytes
 * of original product text were indexed again for translations that lack it.
 */
export async function writeProducts(
  tx: Transaction,
  products: readonly WritableProduct[],
  at: Date,
): Promise<number> {
  const touched = products.filter(({ action }) => action !== "unchanged");
  // Done for all products before the first write, because a SKU may move from one product to another.
  await clearNames(tx, touched);
  let copied = 0;
  if (touched.length > 0) {
    await writeProductRows(tx, touched, at);
    await writeVariantRows(tx, touched);
    await writeImageRows(tx, touched);
    await followColors(
      tx,
      touched.map(({ id }) => id),
    );
    copied = await refreshListings(
      tx,
      touched.map(({ id }) => id),
    );
  }
  await rememberQuantities(tx, products);
  return copied;
}

// SKUs and slugs must be unique at every moment, so changed variants give up theirs before any variant takes a new one.
async function clearNames(tx: Transaction, products: readonly WritableProduct[]): Promise<void> {
  const renamed = products.flatMap(({ variants }) =>
    variants.flatMap(({ id, changes }) =>
      id !== null && changes.some(({ field }) => field === "sku" || field === "slug") ? [id] : [],
    ),
  );
  await deleteVariants(
    tx,
    products.flatMap(({ removed }) => removed),
  );
  await clearSkusAndSlugs(tx, renamed);
}

async function writeProductRows(
  tx: Transaction,
  products: readonly WritableProduct[],
  at: Date,
): Promise<void> {
  const rows = (action: PlannedProduct["action"]) =>
    products
      .filter((product) => product.action === action)
      .map(({ id, link, fields, publishedAt }) => Object.assign({ id, link, publishedAt }, fields));
  await insertProducts(tx, rows("create"), at);
  await updateProducts(tx, rows("update"), at);
}

async function writeVariantRows(
  tx: Transaction,
  products: readonly WritableProduct[],
): Promise<void> {
  const made: (PlannedVariant & { id: string; productId: string })[] = [];
  const changed: (PlannedVariant & { id: string })[] = [];
  for (const { id: productId, variants } of products)
    for (const variant of variants) {
      const { id } = variant;
      // Sets the id on the planned variant, so that later writes find it.
      if (id === null) made.push(Object.assign(variant, { id: newId(), productId }));
      else if (variant.changes.length > 0) changed.push(Object.assign(variant, { id }));
    }
  await updateVariants(tx, changed);
  if (made.length > 0) {
    await addVariants(tx, made);
    await openStock(
      tx,
      made.map(({ id, setOnHand }) => ({ id, stock: setOnHand ?? 0 })),
    );
  }
  await setBackorderLimits(
    tx,
    [...made, ...changed].flatMap(({ id, setBackorderLimit: limit }) =>
      limit === null ? [] : [{ id, limit }],
    ),
  );
  await setImportedStock(
    tx,
    changed.flatMap(({ id, setOnHand: onHand }) => (onHand === null ? [] : [{ id, onHand }])),
  );
}

async function writeImageRows(tx: Transaction, touched: readonly WritableProduct[]): Promise<void> {
  const products = touched.filter(({ images }) => images !== null);
  const rows = products.flatMap(({ id: productId, images }) =>
    (images ?? []).map((image, position) => ({
      productId,
      position,
      id: image.id ?? newId(),
      key: image.key,
      remoteUrl: image.remoteUrl,
      alt: image.alt,
      color: image.color,
      kind: image.kind,
      width: image.width,
      height: image.height,
      widths: image.widths,
    })),
  );
  await writeImages(
    tx,
    products.map(({ id }) => id),
    rows,
  );
}

/**
 * Refreshes products' columns for lists and search. Returns how many bytes of product text are indexed again for the
 * products' translations.
 */
export async function refreshListings(tx: Transaction, ids: readonly string[]): Promise<number> {
  const row = await tx.row<{ bytes: number }>(sql`
    select shop.refresh_listings(${tx.storeId}, ${ids}::uuid[])::int as bytes`);
  return row?.bytes ?? 0;
}

async function rememberQuantities(
  tx: Transaction,
  products: readonly WritableProduct[],
): Promise<void> {
  const rows = products.flatMap(({ variants }) =>
    variants
      .filter(({ importedQuantity }) => importedQuantity !== null)
      .map(({ id, importedQuantity }) => ({ id, quantity: importedQuantity })),
  );
  await tx.run(sql`
    insert into shop.imported_quantities as known (store_id, variant_id, quantity)
    select ${tx.storeId}, r.id, r.quantity
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, quantity int)
    on conflict (store_id, variant_id) do update set quantity = excluded.quantity, exported = null, imported_at = now()
      where known.quantity is distinct from excluded.quantity`);
}

/** Remembers the quantities in an export, so that importing them again unedited doesn't undo sales. */
export async function rememberExported(
  tx: Transaction,
  products: Iterable<StoreProduct>,
): Promise<void> {
  const rows = [...products].flatMap(({ variants }) =>
    variants.map(({ id, onHand }) => ({ id, exported: Math.max(0, onHand) })),
  );
  await tx.run(sql`
    insert into shop.imported_quantities as known (store_id, variant_id, exported)
    select ${tx.storeId}, r.id, r.exported
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, exported int)
    on conflict (store_id, variant_id) do update set exported = excluded.exported
      where known.exported is distinct from excluded.exported`);
}
