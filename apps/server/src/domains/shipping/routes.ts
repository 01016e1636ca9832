import type { shipping } from "@vetrina/contract/shipping";
import type { Routes } from "../../platform/http/routes.ts";
import { calculateShipping } from "./calculate-shipping.ts";
import { createStoreRegion } from "./create-region.ts";
import { deleteStoreRegion } from "./delete-region.ts";
import { listShippingRegions } from "./list-shipping-regions.ts";

export const shippingRoutes = {
  calculateShipping,
  listShippingRegions,
  createStoreRegion,
  deleteStoreRegion,
} satisfies Routes<typeof shipping>;
