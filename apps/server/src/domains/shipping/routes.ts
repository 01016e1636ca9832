import type { shippingProviders, shippingRates } from "@vetrina/contract/pricing/shipping-rates";
import type { shippingRegions } from "@vetrina/contract/pricing/shipping-regions";
import type { shippingTexts } from "@vetrina/contract/pricing/shipping-texts";
import type { Routes } from "../../platform/http/routes.ts";
import { checkShippingTexts } from "./check-shipping-texts.ts";
import { createShippingProvider } from "./create-shipping-provider.ts";
import { createShippingRate } from "./create-shipping-rate.ts";
import { createShippingRegion } from "./create-shipping-region.ts";
import { createStoreRegion } from "./create-store-region.ts";
import { deleteShippingProvider } from "./delete-shipping-provider.ts";
import { deleteShippingRate } from "./delete-shipping-rate.ts";
import { deleteShippingRegion } from "./delete-shipping-region.ts";
import { deleteStoreRegion } from "./delete-store-region.ts";
import { getShippingProvider } from "./get-shipping-provider.ts";
import { getShippingRate } from "./get-shipping-rate.ts";
import { getShippingRegion } from "./get-shipping-region.ts";
import { listShippingProviders } from "./list-shipping-providers.ts";
import { listShippingRates } from "./list-shipping-rates.ts";
import { listShippingRegions } from "./list-shipping-regions.ts";
import { updateShippingProvider } from "./update-shipping-provider.ts";
import { updateShippingRate } from "./update-shipping-rate.ts";
import { updateShippingRegion } from "./update-shipping-region.ts";

export const shippingRoutes = {
  listShippingProviders,
  createShippingProvider,
  getShippingProvider,
  updateShippingProvider,
  deleteShippingProvider,
  listShippingRegions,
  createShippingRegion,
  getShippingRegion,
  updateShippingRegion,
  deleteShippingRegion,
  createStoreRegion,
  deleteStoreRegion,
  listShippingRates,
  createShippingRate,
  getShippingRate,
  updateShippingRate,
  deleteShippingRate,
  checkShippingTexts,
} satisfies Routes<
  typeof shippingProviders & typeof shippingRegions & typeof shippingRates & typeof shippingTexts
>;
