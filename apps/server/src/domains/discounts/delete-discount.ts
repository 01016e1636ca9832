import type { discounts } from "@vetrina/contract/pricing/discounts";
import { audit } from "../../platform/audit.ts";
import { sql } from "../../platform/database/sql.ts";
import { requireFresh } from "../../platform/edit-conflict.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { auditedDiscount } from "./audited-discount.ts";
import { lockDiscount, presentDiscount } from "./discount-rows.ts";

/** Deletes a discount. It no longer applies to open carts; placed orders keep their prices. */
export const deleteDiscount: Handler<typeof discounts.deleteDiscount> = (ctx, { id }) =>
  ctx.tx(async (tx) => {
    const row = await lockDiscount(tx, id);
    const present = presentDiscount(row, ctx.store.currency);
    await requireFresh(tx, ctx, "discount", row.version, async () => present);
    await tx.run(sql`
      update shop.discounts set deleted_at = ${ctx.now()} where store_id = ${tx.storeId} and id = ${id}`);
    await tx.run(sql`
      delete from shop.discount_codes where store_id = ${tx.storeId} and discount_id = ${id} and order_id is null`);
    await audit(tx, ctx, {
      action: "DELETE",
      entityType: "discount",
      entityId: id,
      before: auditedDiscount(present),
    });
  });
