import type { ShippingRateInput } from "@vetrina/contract/pricing/shipping-rates";
import type { ShippingRegionInput } from "@vetrina/contract/pricing/shipping-regions";
import type { QuoteRequest } from "@vetrina/contract/pricing/shipping";
import { seedProduct, seedStore } from "#tests/seed.ts";
import type { World } from "#tests/world.ts";
import { member } from "../roles/roles.fixture.ts";

/**
 * Creates a store with a $60 product that weighs 500 g, staff who manage its settings, and the provider and region it
 * was seeded with.
 */
export async function shippingShop(world: World) {
  const storeId = await seedStore(world);
  const { productId, variantIds } = await seedProduct(world, storeId, { priceMinor: 6000 });
  await world.admin.query("update shop.variants set weight_grams = 500 where store_id = $1", [
    storeId,
  ]);
  const staff = await member(world, storeId, ["MANAGE_SETTINGS"]);
  const { items: providers } = await staff.shipping.listShippingProviders({ storeId });
  const { items: regions } = await staff.shipping.listShippingRegions({ storeId });
  const providerId = providers[0]?.id ?? "";
  const home = regions.find(({ name }) => name === "United States");
  const items = (quantity = 1) => [{ productId, variantId: variantIds[0] ?? "", quantity }];
  return {
    storeId,
    productId,
    staff,
    providerId,
    regionId: home?.id ?? "",
    rateId: home?.rates[0]?.id ?? "",
    items,
    addRegion: (body: Partial<ShippingRegionInput>) =>
      staff.shipping.createShippingRegion({ storeId, body: { name: "Region", ...body } }),
    addRate: (body: Partial<ShippingRateInput>) =>
      staff.shipping.createShippingRate({
        body: {
          providerId,
          regionId: home?.id ?? "",
          name: "Rate",
          price: 5,
          ...(body.type === "PICKUP" ? {} : { transitDays: { min: 2, max: 3 } }),
          ...body,
        },
      }),
    quote: (body: Partial<QuoteRequest> = {}, quantity = 1) =>
      world
        .client()
        .shipping.calculateShipping({ body: { storeId, items: items(quantity), ...body } }),
  };
}
