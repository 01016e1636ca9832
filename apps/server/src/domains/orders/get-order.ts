import type { orders } from "@vetrina/contract/orders/orders";
import type { Handler } from "../../platform/http/routes.ts";
import { readOrder } from "../order-records/order-rows.ts";
import { presentForStaff, presentOrder } from "../order-records/present-order.ts";

export const getOrder: Handler<typeof orders.getOrder> = async (ctx, { id }) =>
  (ctx.grant === "MANAGE_ORDERS" ? presentForStaff : presentOrder)(
    await ctx.tx((tx) => readOrder(tx, id)),
  );
