import type { products, Variant } from "@vetrina/contract/products";
import { audit } from "../../platform/audit.ts";
import type { Context, Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { notFound } from "../../platform/errors.ts";
import type { Input } from "../../platform/http/routes.ts";
import { insertVariants, lockProduct, orTaken, settleProduct } from "./change-product.ts";
import { presentProduct } from "./read-product.ts";
import { planVariants, type StandingVariant } from "./rules.ts";

/** Adds a variant with its opening stock; a new option value joins the product's options. */
export async function createVariant(
  ctx: Context,
  { productId, body }: Input<typeof products.createVariant>,
): Promise<Variant> {
  const change = ctx.tx(async (tx) => {
    const product = await lockProduct(tx, productId);
    const standing = await tx.rows<StandingVariant & { id: string }>(sql`
      select id, slug, options from shop.variants
      where store_id = ${tx.storeId} and product_id = ${productId} and deleted_at is null order by position, id`);
    const plan = planVariants(product.options, [body], ctx.store.currency, standing, () => "");
    await tx.run(sql`
      update shop.products set options = ${JSON.stringify(plan.options)}
      where store_id = ${tx.storeId} and id = ${productId}`);
    await move(
      tx,
      standing.map(({ id }) => id),
      plan.standingPositions,
    );
    const [id] = await insertVariants(tx, productId, plan.variants, () => "");
    if (id === undefined) throw notFound("variant");
    await audit(tx, ctx, {
      action: "CREATE",
      entityType: "variant",
      entityId: id,
      after: { productId, ...plan.variants[0] },
    });
    await settleProduct(tx, ctx, productId);
    return presentVariant(ctx, tx, productId, id);
  });
  return orTaken(change);
}

/** One variant of the product as it stands in this transaction. */
export async function presentVariant(
  ctx: Context,
  tx: Transaction,
  productId: string,
  id: string,
): Promise<Variant> {
  const product = await presentProduct(ctx, tx, productId);
  const variant = product.variants.find((one) => one.id === id);
  if (variant === undefined) throw notFound("variant");
  return variant;
}

async function move(tx: Transaction, ids: string[], positions: number[]): Promise<void> {
  await tx.run(sql`
    update shop.variants v set position = m.position
    from unnest(${ids}::uuid[], ${positions}::int[]) m (id, position)
    where v.store_id = ${tx.storeId} and v.id = m.id and v.position <> m.position`);
}
