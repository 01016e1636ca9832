import type { BulkSelection } from "@vetrina/contract/catalogue/bulk-changes";
import type { Context, Transaction } from "../../platform/context.ts";
import { type Sql, sql } from "../../platform/database/sql.ts";
import { ApiFailure, invalidField } from "../../platform/errors.ts";
import { matchingProducts } from "../listing/matching-products.ts";

/** Maximum number of variants that one bulk edit may change. */
const maxVariants = 100_000;

/**
 * The chosen products in lock order, and the chosen variants if the selection lists them. `productIds` is a PostgreSQL
 * array as text, because parsing up to 100,000 ids would block the event loop.
 */
export type Chosen = {
  productIds: string;
  productCount: number;
  variantIds: string[] | null;
  variantCount: number;
};

/**
 * Finds the products and variants that a selection matches now. Skips ids that are deleted or belong to another store.
 * Throws LIMIT_REACHED for too many variants, NOT_FOUND for an unknown collection, and VALIDATION_FAILED if nothing
 * matches.
 */
export async function chooseProducts(
  ctx: Context,
  tx: Transaction,
  selection: BulkSelection,
  max = maxVariants,
): Promise<Chosen> {
  const { variants, products, filter } = selection;
  if (variants !== undefined) return chooseVariants(tx, variants);
  const matching: Sql =
    products === undefined
      ? await matchingProducts(ctx, tx, filter ?? {})
      : sql`select p.id from shop.products p where p.store_id = ${tx.storeId} and p.id = any(${products}::uuid[])
          and p.deleted_at is null`;
  const row = await tx.row<{ ids: string; products: number; variants: number }>(sql`
    with chosen as (select m.id from (${matching}) m limit ${max + 1})
    select array(select id from chosen order by id)::text as ids, (select count(*)::int from chosen) as products, (select count(*)::int from (
      select from shop.variants v join chosen c on c.id = v.product_id
      where v.store_id = ${tx.storeId} and v.deleted_at is null limit ${max + 1}) v) as variants`);
  const { ids = "{}", products: productCount = 0, variants: count = 0 } = row ?? {};
  if (productCount === 0) throw nothingChosen();
  if (Math.max(productCount, count) > max)
    throw new ApiFailure(
      "LIMIT_REACHED",
      `One edit can change at most ${max} variants. Narrow the selection, or create several edits.`,
      { max },
    );
  return { productIds: ids, productCount, variantIds: null, variantCount: count };
}

async function chooseVariants(tx: Transaction, ids: readonly string[]): Promise<Chosen> {
  const rows = await tx.rows<{ id: string; productId: string }>(sql`
    select v.id, v.product_id as "productId" from shop.variants v
    where v.store_id = ${tx.storeId} and v.id = any(${ids}::uuid[]) and v.deleted_at is null order by v.product_id, v.id`);
  if (rows.length === 0) throw nothingChosen();
  const products = new Set(rows.map(({ productId }) => productId));
  return {
    productIds: `{${[...products].join()}}`,
    productCount: products.size,
    variantIds: rows.map(({ id }) => id),
    variantCount: rows.length,
  };
}

function nothingChosen(): ApiFailure {
  return invalidField(
    "selection",
    "The selection matches no products of this store. Choose other products.",
  );
}
