import type { orderManagement } from "@vetrina/contract/orders/order-management";
import { audit } from "../../../platform/audit.ts";
import { requireFresh } from "../../../platform/edit-conflict.ts";
import { ApiFailure } from "../../../platform/errors.ts";
import type { Handler } from "../../../platform/http/routes.ts";
import { lockOrder } from "../../order-records/order-rows.ts";
import { setDeleted } from "../../order-records/order-states.ts";
import { presentForStaff, statusOf } from "../../order-records/present-order.ts";
import { recordEvent } from "../../order-records/record-event.ts";
import { hasOpenRefund } from "../../refunds/refund-rows.ts";

const ended: ReadonlySet<string> = new Set(["CANCELLED", "REFUNDED", "COMPLETED"]);

/**
 * Deletes a canceled, refunded or completed order: hides it from lists but keeps its records. Throws INVALID_TRANSITION
 * for any other order, and while a dispute or refund may still need the attention of staff.
 */
export const deleteOrder: Handler<typeof orderManagement.deleteOrder> = (ctx, { id }) =>
  ctx.tx(async (tx) => {
    const order = await lockOrder(tx, id);
    await requireFresh(tx, ctx, "order", order.version, async () => presentForStaff(order));
    const status = statusOf(order);
    if (!ended.has(status))
      throw new ApiFailure(
        "INVALID_TRANSITION",
        `This order is ${status}. Only canceled, refunded and completed orders can be deleted.`,
        { status },
      );
    if (order.dispute_state === "open")
      throw new ApiFailure(
        "INVALID_TRANSITION",
        "A payment for this order is disputed. Delete the order once the dispute is closed.",
        { status },
      );
    if (await hasOpenRefund(tx, id))
      throw new ApiFailure(
        "INVALID_TRANSITION",
        "A refund of this order is in progress. Delete the order once the refund has finished.",
        { status },
      );
    await setDeleted(tx, id, ctx.now());
    await recordEvent(tx, ctx, id, { kind: "deleted" });
    await audit(tx, ctx, {
      action: "DELETE",
      entityType: "order",
      entityId: id,
      before: { status },
    });
  });
