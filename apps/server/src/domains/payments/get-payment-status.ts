import type { payments } from "@vetrina/contract/orders/payments";
import type { Handler } from "../../platform/http/routes.ts";
import { readPaymentResult } from "./present-payment.ts";

/** Returns the state of the newest attempt. The order is read in the same transaction, so both are consistent. */
export const getPaymentStatus: Handler<typeof payments.getPaymentStatus> = (ctx, { id }) =>
  ctx.tx((tx) => readPaymentResult(tx, id));
