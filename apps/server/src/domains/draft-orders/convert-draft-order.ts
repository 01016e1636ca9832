import type { draftOrders } from "@vetrina/contract/orders/draft-orders";
import type { Handler } from "../../platform/http/routes.ts";
import { lockDraft } from "./draft-rows.ts";
import { makeOrder } from "./make-order.ts";

/** For staff who take the payment themselves. An expired link is no obstacle. */
export const convertDraftOrder: Handler<typeof draftOrders.convertDraftOrder> = (
  ctx,
  { id, body },
) =>
  ctx.tx(async (tx) =>
    makeOrder(tx, ctx, await lockDraft(tx, id), { by: "staff", total: body?.total }),
  );
