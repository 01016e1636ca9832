import type { products } from "@vetrina/contract/catalogue/products";
import { audit } from "../../platform/audit.ts";
import { sql } from "../../platform/database/sql.ts";
import { requireFresh } from "../../platform/edit-conflict.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { lockProduct, publishProduct } from "./change-product.ts";
import { presentProduct } from "./read-product.ts";

/**
 * Deletes a product with its variants, which frees its link and their SKUs. Existing orders are unaffected, because the
 * rows of the product and its variants are kept.
 */
export const deleteProduct: Handler<typeof products.deleteProduct> = (ctx, { id }) =>
  ctx.tx(async (tx) => {
    // restoreProduct recognizes the variants that were deleted with the product by this shared time.
    const at = ctx.now();
    const { version, link, name, status } = await lockProduct(tx, id);
    await requireFresh(tx, ctx, "product", version, () => presentProduct(ctx, tx, id));
    const variants = await tx.run(sql`
      update shop.variants set deleted_at = ${at}
      where store_id = ${tx.storeId} and product_id = ${id} and deleted_at is null`);
    await tx.run(sql`
      update shop.products set deleted_at = ${at}, version = version + 1, updated_at = ${at}
      where store_id = ${tx.storeId} and id = ${id}`);
    await audit(tx, ctx, {
      action: "DELETE",
      entityType: "product",
      entityId: id,
      before: { link, name, status, variants },
    });
    await publishProduct(tx, id);
  });
