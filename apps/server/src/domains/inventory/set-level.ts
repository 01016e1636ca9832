import type { InventoryLevel, inventory } from "@vetrina/contract/stock/inventory";
import { audit } from "../../platform/audit.ts";
import type { Context } from "../../platform/context.ts";
import { invalidField } from "../../platform/errors.ts";
import type { Input } from "../../platform/http/routes.ts";
import { adjustStock, owedMessage } from "./adjust-stock.ts";
import { readLevel } from "./queries.ts";

/**
 * Sets a level's on-hand units. Invalidates pages whose stock label changes. Throws VALIDATION_FAILED for the reason
 * COUNT while units are owed to orders, unless the sent quantity is 0, which then changes nothing.
 */
export async function setLevel(
  ctx: Context,
  { body }: Input<typeof inventory.setLevel>,
): Promise<InventoryLevel> {
  const { variantId, location, onHand, reason, note } = body;
  return ctx.tx(async (tx) => {
    const before = await adjustStock(tx, body, (present) => {
      if (reason !== "COUNT" || present >= 0) return onHand;
      // Nothing changes: if no units are on the shelf, the owed ones are still owed.
      if (onHand === 0) return present;
      throw invalidField(
        "onHand",
        `${owedMessage(-present)}. If your number doesn't include the owed units, use a reason other than COUNT.`,
      );
    });
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
