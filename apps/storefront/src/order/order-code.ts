import { fetchCode } from "../lib/when-needed.ts";

/** Placing the order and paying it: fetched when somebody comes to it. */
export const orderPlacing = () => fetchCode(() => import("./place-order.ts"));
export const paymentFlow = () => fetchCode(() => import("../payment/payment-flow.ts"));
