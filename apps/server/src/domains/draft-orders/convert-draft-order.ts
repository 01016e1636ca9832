import type { draftOrders } from "@vetrina/contract/orders/draft-orders";
import type { Handler } from "../../platform/http/routes.ts";
import { lockDraft } from "./draft-rows.ts";
import { makeOrder } from "./make-order.ts";

/** Turns a draft into an order, for staff who take the payment themselves. Works with an expired pay link, too. */
export const convertDraftOrder: Handler<typeof draftOrders.convertDraftOrder> = (
  ctx,
  { id, body },
) =>
  ctx.tx(async (tx) =>
    makeOrder(tx, ctx, await lockDraft(tx, id), { by: "staff", total: body?.total }),
  );
