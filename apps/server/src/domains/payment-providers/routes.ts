import type { paymentProviders } from "@vetrina/contract/orders/payment-providers";
import type { Routes } from "../../platform/http/routes.ts";
import { createClientToken } from "./create-client-token.ts";
import { createPaymentProvider } from "./create-payment-provider.ts";
import { deletePaymentProvider } from "./delete-payment-provider.ts";
import { getPaymentProvider } from "./get-payment-provider.ts";
import { listPaymentProviders } from "./list-payment-providers.ts";
import { updatePaymentProvider } from "./update-payment-provider.ts";

export const paymentProvidersRoutes = {
  listPaymentProviders,
  createClientToken,
  createPaymentProvider,
  getPaymentProvider,
  updatePaymentProvider,
  deletePaymentProvider,
} satisfies Routes<typeof paymentProviders>;
