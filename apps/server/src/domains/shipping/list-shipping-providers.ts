import type { shippingProviders } from "@vetrina/contract/pricing/shipping-rates";
import type { Handler } from "../../platform/http/routes.ts";
import { readProviders, readShownProviders } from "./provider-rows.ts";

/** Lists active providers. With MANAGE_SETTINGS, lists all of them, with the names of their credentials. */
export const listShippingProviders: Handler<
  typeof shippingProviders.listShippingProviders
> = async (ctx) => ({
  items: ctx.seesMore
    ? await ctx.tx(readProviders)
    : await readShownProviders(ctx.catalogue, ctx.store.id),
});
