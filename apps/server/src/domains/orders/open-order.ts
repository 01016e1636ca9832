import type { orders } from "@vetrina/contract/orders/orders";
import type { Handler } from "../../platform/http/routes.ts";
import { orderCookie, orderKey } from "../order-records/order-key.ts";
import { readLinkVersion } from "../order-records/order-rows.ts";

/** Stores the order's key in a cookie that scripts can't read. The caller has already proven that they have the key. */
export const openOrder: Handler<typeof orders.openOrder> = async (ctx, { id }) => {
  const version = await ctx.tx((tx) => readLinkVersion(tx, id));
  ctx.setCookie(orderCookie(ctx, id, orderKey(ctx.services, id, version).key));
};
