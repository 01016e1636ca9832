import type { payments } from "@vetrina/contract/orders/payments";
import type { Handler } from "../../platform/http/routes.ts";
import { readPaymentResult } from "./present-payment.ts";

/** The newest attempt's state, read with the order so that both are consistent. */
export const getPaymentStatus: Handler<typeof payments.getPaymentStatus> = (ctx, { id }) =>
  ctx.tx((tx) => readPaymentResult(tx, id));
