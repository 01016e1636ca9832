import type { UpsellType } from "@vetrina/contract/enumerations";
import type { Upsell } from "@vetrina/contract/catalogue/upsells";
import type { Context, Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { ApiFailure, invalidField, notFound } from "../../platform/errors.ts";
import { catalogueChanged } from "../../platform/jobs/catalogue-changed.ts";
import { enqueue } from "../../platform/jobs/enqueue.ts";
import { lockProduct } from "../products/change-product.ts";
import { readCards } from "../listing/cards.ts";
import { allProducts } from "../products/read-product.ts";

export type UpsellRow = {
  id: string;
  productId: string;
  targetId: string;
  type: UpsellType;
  position: number;
  version: number;
};

/**
 * Reads an upsell and locks the product that it belongs to until the transaction ends. Throws NOT_FOUND, also if that
 * product is deleted.
 */
export async function lockUpsell(tx: Transaction, id: string): Promise<UpsellRow> {
  const found = await tx.row<{ productId: string }>(sql`
    select u.product_id as "productId"
    from shop.upsells u join shop.products p on p.store_id = u.store_id and p.id = u.product_id and p.deleted_at is null
    where u.store_id = ${tx.storeId} and u.id = ${id}`);
  if (found === undefined) throw notFound("upsell");
  await lockProduct(tx, found.productId);
  const row = await tx.row<UpsellRow>(sql`
    select id, product_id as "productId", target_id as "targetId", type, position, version
    from shop.upsells where store_id = ${tx.storeId} and id = ${id}`);
  if (row === undefined) throw notFound("upsell");
  return row;
}

/** Throws VALIDATION_FAILED if the target is the product itself, and NOT_FOUND if it is deleted or in another store. */
export async function requireTarget(
  tx: Transaction,
  { productId, targetId }: Pick<UpsellRow, "productId" | "targetId">,
): Promise<void> {
  if (targetId === productId)
    throw invalidField("targetId", "A product can't be its own upsell. Choose another.");
  const target = await tx.row(sql`
    select from shop.products where store_id = ${tx.storeId} and id = ${targetId} and deleted_at is null`);
  if (target === undefined) throw notFound("product");
}

/** Returns an upsell as staff see it, whether or not its target is published. */
export async function presentUpsell(
  ctx: Context,
  tx: Transaction,
  { id, productId, targetId, type, position, version }: UpsellRow,
): Promise<Upsell> {
  const [product] = await readCards(ctx, tx, allProducts, [targetId]);
  if (product === undefined) throw notFound("product");
  return { id, productId, type, position, version, product };
}

export function publishPairs(tx: Transaction, productId: string): Promise<void> {
  return enqueue(tx, catalogueChanged, { tags: [`product:${productId}`] });
}

export function pairExists() {
  return new ApiFailure(
    "ALREADY_EXISTS",
    "The product already has an upsell of this type with this target. Choose another target.",
    { field: "targetId" },
  );
}
