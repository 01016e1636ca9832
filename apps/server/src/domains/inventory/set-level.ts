import type { InventoryLevel, inventory } from "@vetrina/contract/inventory";
import { audit } from "../../platform/audit.ts";
import type { Context } from "../../platform/context.ts";
import { notFound } from "../../platform/errors.ts";
import type { Input } from "../../platform/http/routes.ts";
import { enqueue } from "../../platform/outbox.ts";
import { adjustStock } from "./adjust-stock.ts";
import { readLevel } from "./queries.ts";

/** Sets the pieces on hand; pages are told where what they say of the stock has changed. */
export async function setLevel(
  ctx: Context,
  { body }: Input<typeof inventory.setLevel>,
): Promise<InventoryLevel> {
  return ctx.tx(async (tx) => {
    const { before, labelChanged } = await adjustStock(tx, body, () => body.onHand);
    const level = await readLevel(tx, body.variantId, body.location);
    if (level === undefined) throw notFound("variant");
    await audit(tx, ctx, {
      action: "UPDATE",
      entityType: "inventory level",
      entityId: body.variantId,
      before: { onHand: before },
      after: { onHand: body.onHand, location: body.location, reason: body.reason },
    });
    if (labelChanged)
      await enqueue(tx, "catalogue.changed", { tags: [`product:${level.productId}`, "lists"] });
    return level.wire;
  });
}
