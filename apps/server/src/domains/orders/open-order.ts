import type { orders } from "@vetrina/contract/orders/orders";
import type { Handler } from "../../platform/http/routes.ts";
import { orderCookie, orderKey } from "../order-records/order-key.ts";
import { readLinkVersion } from "../order-records/order-rows.ts";

/** The caller has shown the key. The browser keeps it in a cookie, where scripts can't read it. */
export const openOrder: Handler<typeof orders.openOrder> = async (ctx, { id }) => {
  const version = await ctx.tx((tx) => readLinkVersion(tx, id));
  ctx.setCookie(orderCookie(ctx, id, orderKey(ctx.services, id, version).key));
};
