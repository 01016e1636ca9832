import type { shippingRegions } from "@vetrina/contract/pricing/shipping-regions";
import { notFound } from "../../platform/errors.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { readRegion, regionToWire } from "./region-rows.ts";

/** Returns a region with the rates that shoppers can choose. */
export const getShippingRegion: Handler<typeof shippingRegions.getShippingRegion> = async (
  ctx,
  { id },
) => {
  const region = await readRegion(ctx.catalogue, ctx.store.id, id);
  if (region === undefined) throw notFound("region");
  return regionToWire(region, ctx.store.currency);
};
