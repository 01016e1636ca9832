import type { shippingRegions } from "@vetrina/contract/pricing/shipping-regions";
import type { Handler } from "../../platform/http/routes.ts";
import { deleteShippingRegion } from "./delete-shipping-region.ts";

/** Same as deleteShippingRegion, at the second path that the specification defines. */
export const deleteStoreRegion: Handler<typeof shippingRegions.deleteStoreRegion> = (ctx, input) =>
  deleteShippingRegion(ctx, input);
