import { audit } from "../../platform/audit.ts";
import type { Context } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { lockProduct, settleProduct } from "./change-product.ts";

/** Sets the end of a product's flash sale, which its page counts down to; null: none runs. */
export async function scheduleSale(
  ctx: Context,
  { productId, endsAt }: { productId: string; endsAt: Date | null },
): Promise<void> {
  await ctx.tx(async (tx) => {
    await lockProduct(tx, productId);
    await tx.run(sql`
      update shop.products set sale_ends_at = ${endsAt} where store_id = ${tx.storeId} and id = ${productId}`);
    await audit(tx, ctx, {
      action: "UPDATE",
      entityType: "product",
      entityId: productId,
      after: { saleEndsAt: endsAt },
    });
    await settleProduct(tx, ctx, productId);
  });
}
