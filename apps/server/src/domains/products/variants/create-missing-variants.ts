import type { Product, products } from "@vetrina/contract/catalogue/products";
import { audit } from "../../../platform/audit.ts";
import type { Context, Transaction } from "../../../platform/context.ts";
import { requireFresh } from "../../../platform/edit-conflict.ts";
import { countCopies } from "../../../platform/http/callers/count-write.ts";
import type { Input } from "../../../platform/http/routes.ts";
import { lockProduct, orTaken, settleProduct } from "../change-product.ts";
import { joinOptions, missingVariants, sizeOfVariants } from "./combinations.ts";
import { addVariants, readStanding } from "./create-variant.ts";
import { presentProduct } from "../read-product.ts";

type Body = Input<typeof products.createMissingVariants>["body"];

/** Creates a variant for each combination of the product's option values that has none yet. */
export async function createMissingVariants(
  ctx: Context,
  { productId, body }: Input<typeof products.createMissingVariants>,
): Promise<Product> {
  const { missing: planned } = await ctx.tx((tx) => plan(tx, ctx, productId, body));
  await countCopies(ctx, sizeOfVariants(planned));
  const change = ctx.tx(async (tx) => {
    const { options, standing, missing } = await plan(tx, ctx, productId, body);
    if (missing.length === 0) return presentProduct(ctx, tx, productId);
    await addVariants(ctx, tx, { id: productId, options, standing }, missing);
    await audit(tx, ctx, {
      action: "CREATE",
      entityType: "variant",
      entityId: null,
      after: { productId, variants: missing.length, options },
    });
    await settleProduct(tx, ctx, productId);
    return presentProduct(ctx, tx, productId);
  });
  return orTaken(change);
}

/**
 * Plans the missing variants. If If-Match is outdated, throws EDIT_CONFLICT rather than an error about the options
 * sent.
 */
async function plan(tx: Transaction, ctx: Context, productId: string, body: Body) {
  const product = await lockProduct(tx, productId);
  await requireFresh(tx, ctx, "product", product.version, () => presentProduct(ctx, tx, productId));
  const options = joinOptions(product.options, body.options);
  const standing = await readStanding(tx, productId);
  const missing = missingVariants(
    options,
    standing.map((variant) => variant.options),
    body.variantDefaults,
  );
  return { options, standing, missing };
}
