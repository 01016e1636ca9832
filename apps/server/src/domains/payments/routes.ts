import type { payments } from "@vetrina/contract/payments";
import type { Routes } from "../../platform/http/routes.ts";
import { createPaymentIntent } from "./create-payment-intent.ts";
import { decideTestPayment } from "./decide-test-payment.ts";
import { getPaymentStatus } from "./get-payment-status.ts";
import { getTestPayment } from "./get-test-payment.ts";
import { listPaymentProviders } from "./list-payment-providers.ts";
import { processPayment } from "./process-payment.ts";

export const paymentsRoutes = {
  createPaymentIntent,
  processPayment,
  getPaymentStatus,
  listPaymentProviders,
  getTestPayment,
  decideTestPayment,
} satisfies Routes<typeof payments>;
