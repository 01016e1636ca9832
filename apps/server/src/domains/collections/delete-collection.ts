import type { collections } from "@vetrina/contract/catalogue/collections";
import { audit } from "../../platform/audit.ts";
import { sql } from "../../platform/database/sql.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { lockCollection, settleCollection } from "./change-collection.ts";

/** Deletes a collection, so that its link can be used again and its picture can be deleted. */
export const deleteCollection: Handler<typeof collections.deleteCollection> = (ctx, { id }) =>
  ctx.tx(async (tx) => {
    const { link, name, rule } = await lockCollection(ctx, tx, id);
    await tx.run(sql`
      update shop.collections set deleted_at = ${ctx.now()}, media_id = null where store_id = ${tx.storeId} and id = ${id}`);
    await audit(tx, ctx, {
      action: "DELETE",
      entityType: "collection",
      entityId: id,
      before: { link, name, rule },
    });
    await settleCollection(tx, ctx, id);
  });
