import type { InventoryLevel, inventory } from "@vetrina/contract/stock/inventory";
import { audit } from "../../platform/audit.ts";
import type { Context } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import type { Input } from "../../platform/http/routes.ts";
import { catalogueChanged } from "../../platform/jobs/catalogue-changed.ts";
import { enqueue } from "../../platform/jobs/enqueue.ts";
import { lockLevels, mainLocation } from "./levels.ts";
import { readLevel } from "./queries.ts";

/** Sets how many units may be sold beyond the stock. With a lower limit, units that are already owed stay owed. */
export async function setBackorder(
  ctx: Context,
  { body: { variantId, limit, expectedDate } }: Input<typeof inventory.setBackorder>,
): Promise<InventoryLevel> {
  const key = { variantId, location: mainLocation };
  const date = limit === 0 ? null : (expectedDate ?? null);
  return ctx.tx(async (tx) => {
    await lockLevels(tx, [key]);
    const before = await readLevel(tx, key);
    await tx.run(sql`
      update shop.inventory_levels set backorder_limit = ${limit}, backorder_on = ${date}::date,
        min_available = least(-${limit}::int, on_hand - reserved), updated_at = ${ctx.now()}
      where store_id = ${tx.storeId} and variant_id = ${variantId} and location = ${mainLocation}`);
    await audit(tx, ctx, {
      action: "UPDATE",
      entityType: "back-order settings",
      entityId: variantId,
      before: { limit: before.backorderLimit, expectedDate: before.backorderDate },
      after: { limit, expectedDate: date },
    });
    await enqueue(tx, catalogueChanged, { tags: [`product:${before.productId}`, "lists"] });
    return readLevel(tx, key);
  });
}
