import type { refunds } from "@vetrina/contract/orders/refunds";
import type { Routes } from "../../platform/http/routes.ts";
import { createRefund } from "./create-refund.ts";
import { listStoreRefunds } from "./list-store-refunds.ts";
import { refundOrder } from "./refund-order.ts";

export const refundsRoutes = { listStoreRefunds, refundOrder, createRefund } satisfies Routes<
  typeof refunds
>;
