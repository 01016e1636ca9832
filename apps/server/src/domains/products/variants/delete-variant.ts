import type { products } from "@vetrina/contract/catalogue/products";
import { audit } from "../../../platform/audit.ts";
import { sql } from "../../../platform/database/sql.ts";
import { requireFresh } from "../../../platform/edit-conflict.ts";
import { ApiFailure, notFound } from "../../../platform/errors.ts";
import type { Handler } from "../../../platform/http/routes.ts";
import { lockProduct, settleProduct } from "../change-product.ts";
import { followColors } from "../picture-colors.ts";
import { presentProduct } from "../read-product.ts";
import { optionsInUse } from "../rules.ts";

type Row = { id: string; name: string; sku: string | null; options: Record<string, string> };

/**
 * Deletes a variant; existing orders for it are unaffected. Throws NOT_FOUND, and LAST_VARIANT if it is the product's
 * only one.
 */
export const deleteVariant: Handler<typeof products.deleteVariant> = (ctx, { id }) =>
  ctx.tx(async (tx) => {
    const found = await tx.row<{ product_id: string }>(sql`
      select product_id from shop.variants where store_id = ${tx.storeId} and id = ${id} and deleted_at is null`);
    if (found === undefined) throw notFound("variant");
    const productId = found.product_id;
    const product = await lockProduct(tx, productId);
    await requireFresh(tx, ctx, "product", product.version, () =>
      presentProduct(ctx, tx, productId),
    );
    const standing = await tx.rows<Row>(sql`
      select id, name, sku, options from shop.variants
      where store_id = ${tx.storeId} and product_id = ${productId} and deleted_at is null`);
    const gone = standing.find((variant) => variant.id === id);
    if (gone === undefined) throw notFound("variant");
    const remaining = standing.filter((variant) => variant.id !== id);
    if (remaining.length === 0)
      throw new ApiFailure(
        "LAST_VARIANT",
        "A product needs at least one variant. Add another first, or delete the product.",
      );
    await tx.run(sql`
      update shop.variants set deleted_at = ${ctx.now()} where store_id = ${tx.storeId} and id = ${id}`);
    const options = optionsInUse(
      product.options,
      remaining.map((variant) => variant.options),
    );
    await tx.run(sql`
      update shop.products set options = ${JSON.stringify(options)}
      where store_id = ${tx.storeId} and id = ${productId}`);
    await followColors(tx, [productId]);
    const { name, sku } = gone;
    await audit(tx, ctx, {
      action: "DELETE",
      entityType: "variant",
      entityId: id,
      before: { productId, name, sku, options: gone.options },
    });
    await settleProduct(tx, ctx, productId);
  });
