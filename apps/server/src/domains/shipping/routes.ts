import type { shipping } from "@vetrina/contract/shipping";
import type { Routes } from "../../platform/http/routes.ts";
import { createStoreRegion } from "./create-region.ts";
import { deleteStoreRegion } from "./delete-region.ts";
import { listShippingRegions } from "./list-shipping-regions.ts";

export const shippingRoutes = {
  listShippingRegions,
  createStoreRegion,
  deleteStoreRegion,
} satisfies Omit<Routes<typeof shipping>, "calculateShipping">;
