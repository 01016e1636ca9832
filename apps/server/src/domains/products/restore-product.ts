import type { Product, products } from "@vetrina/contract/products";
import { audit } from "../../platform/audit.ts";
import type { Context, Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { notFound } from "../../platform/errors.ts";
import type { Input } from "../../platform/http/routes.ts";
import { holdCurrency } from "../stores/lock-store.ts";
import { orTaken, requireFreeSkus, settleProduct } from "./change-product.ts";
import { freeLinkLike, moveLink } from "./product-link.ts";
import { presentProduct } from "./read-product.ts";

type Deleted = { link: string; name: string; status: string; deletedAt: Date | null };

/**
 * Brings a deleted product back as it was, with the variants that went with it and not those that went before it. Throws
 * ALREADY_EXISTS where another variant got one of its SKUs meanwhile.
 */
export async function restoreProduct(
  ctx: Context,
  { id }: Input<typeof products.restoreProduct>,
): Promise<Product> {
  const change = ctx.tx(async (tx) => {
    await holdCurrency(tx, ctx);
    const { deletedAt, link: was, name, status } = await lockAny(tx, id);
    if (deletedAt === null) return presentProduct(ctx, tx, id);
    const variants = await tx.rows<{ id: string; sku: string | null }>(sql`
      select id, sku from shop.variants
      where store_id = ${tx.storeId} and product_id = ${id} and deleted_at = ${deletedAt}`);
    await requireFreeSkus(tx, variants, (i) => `variants.${i}.`);
    const link = await freeLinkLike(tx, was);
    await tx.run(sql`
      update shop.variants set deleted_at = null
      where store_id = ${tx.storeId} and product_id = ${id} and deleted_at = ${deletedAt}`);
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

// Deleted or not: two that restore at once both get the product.
async function lockAny(tx: Transaction, id: string): Promise<Deleted> {
  const row = await tx.row<Deleted>(sql`
    select link, name, status, deleted_at as "deletedAt" from shop.products
    where store_id = ${tx.storeId} and id = ${id} for no key update`);
  if (row === undefined) throw notFound("product");
  return row;
}
