import type { Product, products } from "@vetrina/contract/catalogue/products";
import { audit } from "../../platform/audit.ts";
import type { Context, Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { ApiFailure, notFound } from "../../platform/errors.ts";
import type { Input } from "../../platform/http/routes.ts";
import { holdCurrency } from "../../platform/database/lock-store.ts";
import { orTaken, settleProduct } from "./change-product.ts";
import { freeLinkLike, moveLink } from "./product-link.ts";
import { presentProduct } from "./read-product.ts";

type Deleted = { link: string; name: string; status: string; deletedAt: Date | null };

/**
 * Restores a deleted product with the variants that were deleted with it, but not those deleted before. Throws
 * ALREADY_EXISTS if one of its SKUs was taken in the meantime.
 */
export async function restoreProduct(
  ctx: Context,
  { id }: Input<typeof products.restoreProduct>,
): Promise<Product> {
  const change = ctx.tx(async (tx) => {
    await holdCurrency(tx, ctx);
    const { deletedAt, link: was, name, status } = await lockAny(tx, id);
    if (deletedAt === null) return presentProduct(ctx, tx, id);
    await requireFreeSkus(tx, id, deletedAt);
    const link = await freeLinkLike(tx, was);
    const variants = await tx.rows(sql`
      update shop.variants set deleted_at = null
      where store_id = ${tx.storeId} and product_id = ${id} and deleted_at = ${deletedAt}
      returning id`);
    await tx.run(sql`
      update shop.products set deleted_at = null, link = ${link} where store_id = ${tx.storeId} and id = ${id}`);
    if (link !== was) await moveLink(tx, id, { from: was, to: link, at: ctx.now() });
    await audit(tx, ctx, {
      action: "UPDATE",
      entityType: "product",
      entityId: id,
      before: { deletedAt, link: was },
      after: { deletedAt: null, link, name, status, variants: variants.length },
    });
    await settleProduct(tx, ctx, id);
    return presentProduct(ctx, tx, id);
  });
  return orTaken(change);
}

/**
 * Throws ALREADY_EXISTS with the name of the product that now has the SKU. The SKU must be changed there, because a
 * deleted product can't be changed.
 */
async function requireFreeSkus(tx: Transaction, productId: string, deletedAt: Date): Promise<void> {
  const taken = await tx.row<{ sku: string; name: string }>(sql`
    select other.sku, p.name from shop.variants own
    join shop.variants other on other.store_id = own.store_id and other.sku_key = own.sku_key and other.deleted_at is null
    join shop.products p on p.store_id = other.store_id and p.id = other.product_id
    where own.store_id = ${tx.storeId} and own.product_id = ${productId} and own.deleted_at = ${deletedAt}
    order by own.position, own.id limit 1`);
  if (taken === undefined) return;
  const { sku, name } = taken;
  const message = `The product "${name}" now has a variant with the SKU ${sku}. Change that SKU or delete the variant, then restore this product.`;
  throw new ApiFailure("ALREADY_EXISTS", message, { field: "sku" });
}

// Locks the product even if it is deleted, so that two concurrent restores both find it.
async function lockAny(tx: Transaction, id: string): Promise<Deleted> {
  const row = await tx.row<Deleted>(sql`
    select link, name, status, deleted_at as "deletedAt" from shop.products
    where store_id = ${tx.storeId} and id = ${id} for no key update`);
  if (row === undefined) throw notFound("product");
  return row;
}
