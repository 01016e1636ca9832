import type { refunds } from "@vetrina/contract/orders/refunds";
import type { Handler } from "../../platform/http/routes.ts";
import { startRefund } from "./start-refund.ts";

export const refundOrder: Handler<typeof refunds.refundOrder> = (ctx, { id, body }) =>
  startRefund(ctx, id, body);
