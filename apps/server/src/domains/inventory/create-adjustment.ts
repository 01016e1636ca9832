import { mostPieces } from "@vetrina/contract/common";
import type { InventoryLevel, inventory } from "@vetrina/contract/inventory";
import { audit } from "../../platform/audit.ts";
import type { Context } from "../../platform/context.ts";
import { ApiFailure } from "../../platform/errors.ts";
import type { Input } from "../../platform/http/routes.ts";
import { adjustStock } from "./adjust-stock.ts";
import { readLevel } from "./queries.ts";

/** Adds pieces or takes some away, whatever others do to the level meanwhile. */
export async function createAdjustment(
  ctx: Context,
  { body }: Input<typeof inventory.createAdjustment>,
): Promise<InventoryLevel> {
  const { variantId, location, quantity, reason, note } = body;
  return ctx.tx(async (tx) => {
    const { onHand } = await adjustStock(tx, body, (before) => {
      // What has more already may lose some, never gain.
      if (quantity < 0 || before + quantity <= mostPieces) return before + quantity;
      const most = mostPieces.toLocaleString("en");
      throw new ApiFailure(
        "LIMIT_REACHED",
        `A location holds at most ${most} pieces of a variant, and ${before.toLocaleString("en")} are here: add fewer.`,
      );
    });
    await audit(tx, ctx, {
      action: "UPDATE",
      entityType: "inventory level",
      entityId: variantId,
      before: { onHand },
      after: { onHand: onHand + quantity, location, reason, note },
    });
    return readLevel(tx, body);
  });
}
