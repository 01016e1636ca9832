import type { InventoryLevel, inventory } from "@vetrina/contract/stock/inventory";
import { audit } from "../../platform/audit.ts";
import type { Context } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import type { Input } from "../../platform/http/routes.ts";
import { lockLevels } from "./levels.ts";
import { readLevel } from "./queries.ts";

/**
 * Sets the reorder point of a variant at a location. If the new point makes the level low, the store is notified only
 * after the level has risen above the point and fallen again.
 */
export async function setReorderPoint(
  ctx: Context,
  { body }: Input<typeof inventory.setReorderPoint>,
): Promise<InventoryLevel> {
  const { variantId, location, reorderPoint } = body;
  return ctx.tx(async (tx) => {
    await lockLevels(tx, [body]);
    const before = await readLevel(tx, body);
    await tx.run(sql`
      update shop.inventory_levels set reorder_point = ${reorderPoint}, updated_at = ${ctx.now()},
        low_reported_at = case when low_since is not null then low_reported_at
          when on_hand - reserved <= ${reorderPoint}::int then ${ctx.now()}::timestamptz end
      where store_id = ${tx.storeId} and variant_id = ${variantId} and location = ${location}`);
    await audit(tx, ctx, {
      action: "UPDATE",
      entityType: "reorder point",
      entityId: variantId,
      before: { reorderPoint: before.reorderPoint },
      after: { reorderPoint, location },
    });
    return readLevel(tx, body);
  });
}
