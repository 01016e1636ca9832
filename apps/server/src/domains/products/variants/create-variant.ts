import type { VariantInput } from "@vetrina/contract/catalogue/product-inputs";
import type { ProductOption, products, Variant } from "@vetrina/contract/catalogue/products";
import { audit } from "../../../platform/audit.ts";
import type { Context, Transaction } from "../../../platform/context.ts";
import { sql } from "../../../platform/database/sql.ts";
import { requireFresh } from "../../../platform/edit-conflict.ts";
import { notFound } from "../../../platform/errors.ts";
import type { Input } from "../../../platform/http/routes.ts";
import { holdCurrency } from "../../../platform/database/lock-store.ts";
import { insertVariants, lockProduct, orTaken, settleProduct } from "../change-product.ts";
import { presentProduct } from "../read-product.ts";
import { type PlannedVariant, planVariants, type StandingVariant } from "../rules.ts";

/** Adds a variant with its opening stock. A new option value is added to the product's options. */
export async function createVariant(
  ctx: Context,
  { productId, body }: Input<typeof products.createVariant>,
): Promise<Variant> {
  const change = ctx.tx(async (tx) => {
    const product = await lockProduct(tx, productId);
    await requireFresh(tx, ctx, "product", product.version, () =>
      presentProduct(ctx, tx, productId),
    );
    const standing = await readStanding(tx, productId);
    const { options } = product;
    const [made] = await addVariants(ctx, tx, { id: productId, options, standing }, [body]);
    if (made === undefined) throw notFound("variant");
    const { id, variant } = made;
    await audit(tx, ctx, {
      action: "CREATE",
      entityType: "variant",
      entityId: id,
      after: { productId, ...variant },
    });
    await settleProduct(tx, ctx, productId);
    return presentVariant(ctx, tx, productId, id);
  });
  return orTaken(change);
}

type Standing = StandingVariant & { id: string };

/** Reads the product's current variants, in their order. */
export function readStanding(tx: Transaction, productId: string): Promise<Standing[]> {
  return tx.rows<Standing>(sql`
    select id, slug, options from shop.variants
    where store_id = ${tx.storeId} and product_id = ${productId} and deleted_at is null order by position, id`);
}

/**
 * Adds variants and their new option values to a locked product. Also renumbers existing variants, because variants are
 * sorted by the order of their option values.
 */
export async function addVariants(
  ctx: Context,
  tx: Transaction,
  product: { id: string; options: readonly ProductOption[]; standing: readonly Standing[] },
  added: readonly VariantInput[],
): Promise<{ id: string; variant: PlannedVariant }[]> {
  const { id: productId, options, standing } = product;
  await holdCurrency(tx, ctx);
  const plan = planVariants(options, added, ctx.store.currency, standing, () => "");
  await tx.run(sql`
    update shop.products set options = ${JSON.stringify(plan.options)}
    where store_id = ${tx.storeId} and id = ${productId}`);
  await move(
    tx,
    standing.map(({ id }) => id),
    plan.standingPositions,
  );
  const ids = await insertVariants(tx, productId, plan.variants, () => "");
  return plan.variants.map((variant, i) => ({ id: ids[i] ?? "", variant }));
}

/** Reads one variant of the product in this transaction. */
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
    where v.store_id = ${tx.storeId} and v.id = any(${ids}::uuid[]) and v.id = m.id and v.position <> m.position`);
}
