import type { orders } from "@vetrina/contract/orders/orders";
import type { Handler } from "../../platform/http/routes.ts";
import { readLinkVersion } from "../order-records/order-rows.ts";
import { setOrderCookie } from "../order-records/set-order-cookie.ts";

/**
 * Sets the cookie that opens the order in this browser. Scripts can't read the cookie. The caller has already proven
 * that they have the key.
 */
export const openOrder: Handler<typeof orders.openOrder> = async (ctx, { id }) => {
  const version = await ctx.tx((tx) => readLinkVersion(tx, id));
  await setOrderCookie(ctx, id, version);
};
