import type { InventoryLevel, inventory } from "@vetrina/contract/stock/inventory";
import { audit } from "../../platform/audit.ts";
import type { Context } from "../../platform/context.ts";
import type { Input } from "../../platform/http/routes.ts";
import { adjustStock } from "./adjust-stock.ts";
import { readLevel } from "./queries.ts";

/** Sets a level's on-hand units. Invalidates pages whose stock label changes. */
export async function setLevel(
  ctx: Context,
  { body }: Input<typeof inventory.setLevel>,
): Promise<InventoryLevel> {
  const { variantId, location, onHand, reason, note } = body;
  return ctx.tx(async (tx) => {
    const before = await adjustStock(tx, body, () => onHand);
    await audit(tx, ctx, {
      action: "UPDATE",
      entityType: "inventory level",
      entityId: variantId,
      before: { onHand: before.onHand },
      after: { onHand, location, reason, note },
    });
    return readLevel(tx, body);
  });
}
