import type { Context, Transaction } from "../../platform/context.ts";
import { setDeleted } from "./order-states.ts";
import type { OrderRow } from "./present-order.ts";
import { recordEvent } from "./record-event.ts";

/**
 * Restores an order that staff have deleted, because a dispute or failed refund needs their attention. Does nothing if
 * the order isn't deleted. The caller holds the order's lock.
 */
export async function restoreDeleted(
  tx: Transaction,
  ctx: Pick<Context, "actor" | "now">,
  order: OrderRow,
): Promise<void> {
  if (order.deleted_at === null) return;
  await setDeleted(tx, order.id, null);
  await recordEvent(tx, ctx, order.id, { kind: "restored" });
}
