import type { InventoryLevel, inventory } from "@vetrina/contract/stock/inventory";
import { audit } from "../../platform/audit.ts";
import type { Context } from "../../platform/context.ts";
import type { Input } from "../../platform/http/routes.ts";
import { claimKey, keepAnswer } from "../../platform/idempotency.ts";
import { adjustStock } from "./adjust-stock.ts";
import { readLevel } from "./queries.ts";

/** Adds or removes units relative to the current quantity, so concurrent changes to the level are kept. */
export async function createAdjustment(
  ctx: Context,
  { body }: Input<typeof inventory.createAdjustment>,
): Promise<InventoryLevel> {
  const { variantId, location, quantity, reason, note } = body;
  return ctx.tx(async (tx) => {
    const stored = await claimKey<InventoryLevel>(tx, ctx);
    if (stored !== null) return stored;
    const { onHand } = await adjustStock(tx, body, (before) => before + quantity);
    await audit(tx, ctx, {
      action: "UPDATE",
      entityType: "inventory level",
      entityId: variantId,
      before: { onHand },
      after: { onHand: onHand + quantity, location, reason, note },
    });
    const level = await readLevel(tx, body);
    await keepAnswer(tx, ctx, level);
    return level;
  });
}
