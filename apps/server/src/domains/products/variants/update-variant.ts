import type { products, Variant } from "@vetrina/contract/catalogue/products";
import type { ValidationError } from "@vetrina/contract/errors";
import { toMajor } from "@vetrina/commerce/money";
import { audit } from "../../../platform/audit.ts";
import type { Context } from "../../../platform/context.ts";
import { sql } from "../../../platform/database/sql.ts";
import { requireFresh } from "../../../platform/edit-conflict.ts";
import { notFound } from "../../../platform/errors.ts";
import type { Input } from "../../../platform/http/routes.ts";
import { holdCurrency } from "../../../platform/database/lock-store.ts";
import { lockProduct, orTaken, requireFreeSkus, settleProduct } from "../change-product.ts";
import { presentVariant } from "./create-variant.ts";
import { presentProduct } from "../read-product.ts";
import { invalid, planPrices } from "../rules.ts";

type Row = {
  productId: string;
  sku: string | null;
  barcode: string | null;
  priceMinor: number;
  regularPriceMinor: number | null;
  weightGrams: number | null;
};

/**
 * Changes a variant's price, regular price, SKU, weight or barcode; other fields don't change. A variant shares its
 * product's version: If-Match takes that version, and EDIT_CONFLICT contains the product.
 */
export async function updateVariant(
  ctx: Context,
  { id, body }: Input<typeof products.updateVariant>,
): Promise<Variant> {
  const { currency } = ctx.store;
  const change = ctx.tx(async (tx) => {
    const found = await tx.row<{ product_id: string }>(sql`
      select product_id from shop.variants where store_id = ${tx.storeId} and id = ${id} and deleted_at is null`);
    if (found === undefined) throw notFound("variant");
    await holdCurrency(tx, ctx);
    const { version } = await lockProduct(tx, found.product_id);
    await requireFresh(tx, ctx, "product", version, () =>
      presentProduct(ctx, tx, found.product_id),
    );
    const before = await tx.row<Row>(sql`
      select product_id as "productId", sku, barcode, price_minor as "priceMinor", regular_price_minor as "regularPriceMinor",
        weight_grams as "weightGrams"
      from shop.variants where store_id = ${tx.storeId} and id = ${id} and deleted_at is null`);
    if (before === undefined) throw notFound("variant");

    const errors: ValidationError[] = [];
    const regular = before.regularPriceMinor;
    const prices = planPrices(
      {
        price: body.price ?? toMajor(before.priceMinor, currency),
        regularPrice:
          body.regularPrice === undefined
            ? regular === null
              ? null
              : toMajor(regular, currency)
            : body.regularPrice,
      },
      currency,
      "",
      errors,
    );
    if (errors.length > 0) throw invalid(errors);
    const sku = body.sku === undefined ? before.sku : body.sku || null;
    const barcode = body.barcode === undefined ? before.barcode : body.barcode || null;
    const weightGrams = body.weightGrams === undefined ? before.weightGrams : body.weightGrams;
    await requireFreeSkus(tx, [{ id, sku }], () => "");
    await tx.run(sql`
      update shop.variants set price_minor = ${prices.priceMinor}, regular_price_minor = ${prices.regularPriceMinor},
        sku = ${sku}, barcode = ${barcode}, weight_grams = ${weightGrams}, updated_at = ${ctx.now()}
      where store_id = ${tx.storeId} and id = ${id}`);
    await audit(tx, ctx, {
      action: "UPDATE",
      entityType: "variant",
      entityId: id,
      before,
      after: { ...before, ...prices, sku, barcode, weightGrams },
    });
    await settleProduct(tx, ctx, before.productId);
    return presentVariant(ctx, tx, before.productId, id);
  });
  return orTaken(change);
}
