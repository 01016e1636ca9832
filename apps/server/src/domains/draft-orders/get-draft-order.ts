import type { draftOrders } from "@vetrina/contract/orders/draft-orders";
import type { Handler } from "../../platform/http/routes.ts";
import { readDraftWithItems } from "./draft-rows.ts";

export const getDraftOrder: Handler<typeof draftOrders.getDraftOrder> = (ctx, { id }) =>
  ctx.tx((tx) => readDraftWithItems(tx, id, ctx.now()));
