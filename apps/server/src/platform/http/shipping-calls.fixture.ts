import type { World } from "#tests/world.ts";
import { newId } from "../id.ts";
import { seedProvider, seedRate, seedRegion, type Shop } from "./contract.fixture.ts";

type CallInput = { params?: Record<string, string>; body?: Record<string, unknown> };

/** Valid input of the calls about shipping, for valid-calls.fixture.ts. */
export const shippingCalls: Record<
  string,
  (shop: Shop, world: World) => CallInput | Promise<CallInput>
> = {
  "shipping.createShippingProvider": () => ({ body: { name: newId(), type: "EXPRESS" } }),
  "shipping.updateShippingProvider": () => ({ body: { name: newId() } }),
  "shipping.deleteShippingProvider": async ({ storeId }, world) => ({
    params: { id: await seedProvider(world, storeId) },
  }),
  "shipping.createShippingRegion": () => ({ body: { name: newId(), countries: ["AX"] } }),
  "shipping.updateShippingRegion": () => ({ body: { name: newId() } }),
  "shipping.deleteShippingRegion": async ({ storeId }, world) => ({
    params: { id: await seedRegion(world, storeId) },
  }),
  "shipping.createShippingRate": ({ ids }) => ({
    body: { regionId: ids.region, name: newId(), price: 5, transitDays: { min: 1, max: 2 } },
  }),
  "shipping.updateShippingRate": () => ({ body: { name: newId() } }),
  "shipping.deleteShippingRate": async ({ storeId }, world) => ({
    params: { id: await seedRate(world, storeId) },
  }),
  "shipping.createStoreRegion": () => ({ body: { name: newId(), countries: ["AX"] } }),
  "shipping.deleteStoreRegion": async ({ storeId }, world) => ({
    params: { id: await seedRegion(world, storeId) },
  }),
  "shipping.calculateShipping": (shop) => ({
    body: { items: [{ variantId: shop.ids.variant, quantity: 1 }] },
  }),
};
