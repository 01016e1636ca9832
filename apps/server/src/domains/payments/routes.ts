import type { payments } from "@vetrina/contract/payments";
import type { Routes } from "../../platform/http/routes.ts";
import { createPaymentIntent } from "./create-payment-intent.ts";
import { listPaymentProviders } from "./list-payment-providers.ts";
import { getPaymentStatus, processPayment } from "./process-payment.ts";
import { decideTestPayment, getTestPayment } from "./test-window.ts";

export const paymentsRoutes = {
  createPaymentIntent,
  processPayment,
  getPaymentStatus,
  listPaymentProviders,
  getTestPayment,
  decideTestPayment,
} satisfies Routes<typeof payments>;
