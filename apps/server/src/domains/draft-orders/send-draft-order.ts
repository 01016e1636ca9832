import type { draftOrders } from "@vetrina/contract/orders/draft-orders";
import { audit } from "../../platform/audit.ts";
import { ApiFailure } from "../../platform/errors.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { lockToLink } from "./create-draft-order-link.ts";
import { enqueuePaymentLink } from "./mails.ts";
import { markSent } from "./write-draft.ts";

/** Emails the pay link. The email shows the draft as it is when the email is sent. */
export const sendDraftOrder: Handler<typeof draftOrders.sendDraftOrder> = (ctx, { id }) =>
  ctx.tx(async (tx) => {
    const draft = await lockToLink(tx, ctx, id);
    if (draft.email === null)
      throw new ApiFailure("INVALID_TRANSITION", "This draft has no email. Add one first.", {
        status: "OPEN",
      });
    await enqueuePaymentLink(tx, { ...draft, email: draft.email });
    await markSent(tx, id, ctx.now());
    await audit(tx, ctx, {
      action: "OTHER",
      entityType: "draft order",
      entityId: id,
      after: { mailSent: "order-payment-link" },
    });
    return { to: draft.email };
  });
