import type { payments } from "@vetrina/contract/orders/payments";
import type { Handler } from "../../platform/http/routes.ts";
import { readPaymentResult } from "./present-payment.ts";

/** Returns the state of the attempt to pay the amount due; if nothing is due, of the attempt that paid the order. */
export const getPaymentStatus: Handler<typeof payments.getPaymentStatus> = (ctx, { id }) =>
  ctx.tx((tx) => readPaymentResult(tx, id));
