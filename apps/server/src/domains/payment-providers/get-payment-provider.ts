import type { paymentProviders } from "@vetrina/contract/orders/payment-providers";
import type { Handler } from "../../platform/http/routes.ts";
import { presentProvider, readProvider } from "./provider-rows.ts";

export const getPaymentProvider: Handler<typeof paymentProviders.getPaymentProvider> = (
  ctx,
  { id },
) => ctx.tx(async (tx) => presentProvider(ctx, await readProvider(tx, id)));
