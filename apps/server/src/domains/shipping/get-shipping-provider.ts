import type { shippingProviders } from "@vetrina/contract/pricing/shipping-rates";
import type { Handler } from "../../platform/http/routes.ts";
import { readProvider, requireShownProvider } from "./provider-rows.ts";

/** Returns an active provider. With MANAGE_SETTINGS, returns any provider, with the names of its credentials. */
export const getShippingProvider: Handler<typeof shippingProviders.getShippingProvider> = (
  ctx,
  { id },
) =>
  ctx.seesMore
    ? ctx.tx((tx) => readProvider(tx, id))
    : requireShownProvider(ctx.catalogue, ctx.store.id, id);
