import type { orders } from "@vetrina/contract/orders/orders";
import type { Handler } from "../../platform/http/routes.ts";
import { readOrderDetails } from "./read-order-details.ts";

export const getOrderWithItems: Handler<typeof orders.getOrderWithItems> = (ctx, { id }) =>
  ctx.tx((tx) => readOrderDetails(tx, ctx, id));
