import type { orderManagement } from "@vetrina/contract/order-management";
import { audit } from "../../../platform/audit.ts";
import { ApiFailure } from "../../../platform/errors.ts";
import type { Handler } from "../../../platform/http/routes.ts";
import { enqueueOrderConfirmation } from "../../order-records/mails.ts";
import { lockOrder } from "../../order-records/order-rows.ts";
import { recordEvent } from "../../order-records/record-event.ts";

/** Sends a mail of the order again, to its current email. */
export const sendOrderMail: Handler<typeof orderManagement.sendOrderMail> = (ctx, { id, body }) =>
  ctx.tx(async (tx) => {
    const order = await lockOrder(tx, id);
    if (order.email === null)
      throw new ApiFailure("INVALID_TRANSITION", "This order has no email. Add one first.");
    if (order.paid_at === null)
      throw new ApiFailure(
        "INVALID_TRANSITION",
        "The confirmation is sent once the order is paid.",
      );
    await enqueueOrderConfirmation(tx, order);
    await recordEvent(tx, ctx, id, { kind: "mail-sent", data: { template: body.template } });
    await audit(tx, ctx, {
      action: "OTHER",
      entityType: "order",
      entityId: id,
      after: { mailSent: body.template },
    });
    return { to: order.email };
  });
