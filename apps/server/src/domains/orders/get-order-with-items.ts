import type { orders } from "@vetrina/contract/orders";
import type { Handler } from "../../platform/http/routes.ts";
import { readOrderWithItems } from "../order-records/order-rows.ts";

export const getOrderWithItems: Handler<typeof orders.getOrderWithItems> = (ctx, { id }) =>
  ctx.tx((tx) => readOrderWithItems(tx, id));
