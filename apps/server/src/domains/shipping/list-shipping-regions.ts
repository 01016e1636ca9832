import type { shippingRegions } from "@vetrina/contract/pricing/shipping-regions";
import type { Handler } from "../../platform/http/routes.ts";
import { readRegions, regionToWire } from "./region-rows.ts";

/** Lists shipping prices and delivery times by region, in the store's order. */
export const listShippingRegions: Handler<typeof shippingRegions.listShippingRegions> = async (
  ctx,
) => {
  const regions = await readRegions(ctx.catalogue, ctx.store.id);
  return { items: regions.map((region) => regionToWire(region, ctx.store.currency)) };
};
