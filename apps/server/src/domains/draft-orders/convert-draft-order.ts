import type { draftOrders } from "@vetrina/contract/orders/draft-orders";
import type { Handler } from "../../platform/http/routes.ts";
import { countCopiedLines } from "../order-records/count-copied-lines.ts";
import { lockDraft, readDraftLines } from "./draft-rows.ts";
import { makeOrder } from "./make-order.ts";

/**
 * Turns a draft into an order, for staff who take the payment themselves. Also works after the pay link has expired.
 */
export const convertDraftOrder: Handler<typeof draftOrders.convertDraftOrder> = async (
  ctx,
  { id, body },
) => {
  const lines = await ctx.tx((tx) => readDraftLines(tx, id));
  await countCopiedLines(
    ctx,
    lines.map((line) => line.variant_id),
  );
  return ctx.tx(async (tx) =>
    makeOrder(tx, ctx, await lockDraft(tx, id), { by: "staff", total: body?.total }),
  );
};
