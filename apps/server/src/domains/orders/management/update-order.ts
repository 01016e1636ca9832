import type { OrderStatus } from "@vetrina/contract/enumerations";
import type { orderManagement } from "@vetrina/contract/orders/order-management";
import { audit } from "../../../platform/audit.ts";
import type { Context, Transaction } from "../../../platform/context.ts";
import { requireFresh } from "../../../platform/edit-conflict.ts";
import { ApiFailure } from "../../../platform/errors.ts";
import type { Handler, Input } from "../../../platform/http/routes.ts";
import { hasBuyer } from "../../order-records/has-buyer.ts";
import { lockOrder, readOrder } from "../../order-records/order-rows.ts";
import { endLinks } from "../../order-records/end-links.ts";
import { markCompletedByStaff, writeDetails } from "../../order-records/order-states.ts";
import { type OrderRow, presentForStaff, statusOf } from "../../order-records/present-order.ts";
import { recordEvent } from "../../order-records/record-event.ts";

type Body = Input<typeof orderManagement.updateOrder>["body"];

/** Changes the fields sent. Throws INVALID_TRANSITION for a status that can't be set directly. */
export const updateOrder: Handler<typeof orderManagement.updateOrder> = (ctx, { id, body }) =>
  ctx.tx(async (tx) => {
    const order = await lockOrder(tx, id);
    await requireFresh(tx, ctx, "order", order.version, async () => presentForStaff(order));
    const changed = await changeDetails(tx, ctx, order, body);
    if (body.status !== undefined && body.status !== statusOf(order)) {
      requireCompletable(order, body.status);
      await markCompletedByStaff(tx, id, ctx.now());
      await recordEvent(tx, ctx, id, { kind: "completed" });
      changed.push("status");
    }
    if (changed.length > 0)
      await audit(tx, ctx, {
        action: "UPDATE",
        entityType: "order",
        entityId: id,
        after: { changed },
      });
    return presentForStaff(await readOrder(tx, id));
  });

/** Returns the names of the fields that changed. */
async function changeDetails(
  tx: Transaction,
  ctx: Context,
  order: OrderRow,
  body: Body,
): Promise<string[]> {
  const email = body.email?.toLowerCase() ?? order.email;
  const tags = body.tags ?? order.tags;
  const [hasEmail, hasTags] = [email !== order.email, tags.join() !== order.tags.join()];
  if (!hasEmail && !hasTags) return [];
  // An erasure has ended the order's links. Its new buyer needs new ones.
  const needsLink = hasEmail && !(await hasBuyer(tx, order.id));
  await writeDetails(tx, order.id, { email, tags });
  if (hasEmail) {
    await recordEvent(tx, ctx, order.id, { kind: "details-changed", data: { changed: ["email"] } });
    // Makes links sent to the old address invalid. An unpaid order keeps its key, because the buyer's browser needs it
    // to pay.
    if (needsLink || (order.email !== null && order.paid_at !== null))
      await endLinks(tx, ctx, order.id);
  }
  if (hasTags) await recordEvent(tx, ctx, order.id, { kind: "tags-changed", data: { tags } });
  return [...(hasEmail ? ["email"] : []), ...(hasTags ? ["tags"] : [])];
}

const hints = {
  PENDING: "An order can't be set back to PENDING.",
  PAID: "An order becomes PAID when its payment is captured or recorded.",
  FULFILLED: "An order becomes FULFILLED once everything is shipped.",
  CANCELLED: "Use POST /orders/{id}/cancel to cancel an order.",
  REFUNDED: "Use POST /orders/{id}/refund to refund an order.",
  COMPLETED: "Only a FULFILLED order can be completed.",
} as const satisfies Record<OrderStatus, string>;

function requireCompletable(order: OrderRow, to: OrderStatus): void {
  const status = statusOf(order);
  if (to === "COMPLETED" && status === "FULFILLED") return;
  throw new ApiFailure(
    "INVALID_TRANSITION",
    `This order is ${status} and can't be set to ${to}. ${hints[to]}`,
    { status },
  );
}
