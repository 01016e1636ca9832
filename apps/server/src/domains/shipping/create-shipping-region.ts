import type { ShippingRegion, shippingRegions } from "@vetrina/contract/pricing/shipping-regions";
import type { Handler } from "../../platform/http/routes.ts";
import { addRegion } from "./add-region.ts";

/** Adds a region without rates. Throws the same errors as addRegion. */
export const createShippingRegion: Handler<typeof shippingRegions.createShippingRegion> = (
  ctx,
  { body },
): Promise<ShippingRegion> => addRegion(ctx, body, []);
