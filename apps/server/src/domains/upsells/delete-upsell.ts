import type { upsells } from "@vetrina/contract/catalogue/upsells";
import { audit } from "../../platform/audit.ts";
import { sql } from "../../platform/database/sql.ts";
import { requireFresh } from "../../platform/edit-conflict.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { lockUpsell, presentUpsell, publishPairs } from "./upsell-rows.ts";

/** Deletes an upsell. Its two products are kept. */
export const deleteUpsell: Handler<typeof upsells.deleteUpsell> = (ctx, { id }) =>
  ctx.tx(async (tx) => {
    const present = await lockUpsell(tx, id);
    await requireFresh(tx, ctx, "upsell", present.version, () => presentUpsell(ctx, tx, present));
    await tx.run(sql`delete from shop.upsells where store_id = ${tx.storeId} and id = ${id}`);
    const { productId, targetId, type, position } = present;
    await audit(tx, ctx, {
      action: "DELETE",
      entityType: "upsell",
      entityId: id,
      before: { productId, targetId, type, position },
    });
    await publishPairs(tx, productId);
  });
