import type { orderManagement } from "@vetrina/contract/orders/order-management";
import { audit } from "../../../platform/audit.ts";
import { ApiFailure } from "../../../platform/errors.ts";
import type { Handler } from "../../../platform/http/routes.ts";
import { readOrder } from "../../order-records/order-rows.ts";
import { setDeleted } from "../../order-records/order-states.ts";
import { presentForStaff } from "../../order-records/present-order.ts";
import { recordEvent } from "../../order-records/record-event.ts";

/** Restores a deleted order. Throws INVALID_TRANSITION if the order isn't deleted. */
export const restoreOrder: Handler<typeof orderManagement.restoreOrder> = (ctx, { id }) =>
  ctx.tx(async (tx) => {
    if (!(await setDeleted(tx, id, null)))
      throw new ApiFailure("INVALID_TRANSITION", "This order isn't deleted.");
    await recordEvent(tx, ctx, id, { kind: "restored" });
    await audit(tx, ctx, {
      action: "UPDATE",
      entityType: "order",
      entityId: id,
      after: { deleted: false },
    });
    return presentForStaff(await readOrder(tx, id));
  });
