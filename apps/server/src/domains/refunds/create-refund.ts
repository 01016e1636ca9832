import type { refunds } from "@vetrina/contract/orders/refunds";
import type { Handler } from "../../platform/http/routes.ts";
import { startRefund } from "./start-refund.ts";

export const createRefund: Handler<typeof refunds.createRefund> = (
  ctx,
  { body: { orderId, ...request } },
) => startRefund(ctx, orderId, request);
