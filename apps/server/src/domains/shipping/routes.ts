import type { shipping } from "@vetrina/contract/shipping";
import type { Routes } from "../../platform/http/routes.ts";
import { createStoreRegion } from "./create-store-region.ts";
import { deleteStoreRegion } from "./delete-store-region.ts";
import { listShippingRegions } from "./list-shipping-regions.ts";

export const shippingRoutes = {
  listShippingRegions,
  createStoreRegion,
  deleteStoreRegion,
} satisfies Omit<Routes<typeof shipping>, "calculateShipping">;
