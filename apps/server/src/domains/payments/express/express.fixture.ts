import { start } from "@vetrina/payment-standins/start";
import type { Address } from "@vetrina/contract/common";
import { seedProduct, seedStore } from "#tests/seed.ts";
import type { World } from "#tests/world.ts";
import { createGateways } from "../../../gateways/create-gateways.ts";
import { member } from "../../roles/roles.fixture.ts";

export const california = {
  address_line_1: "500 Terry Francois Blvd",
  admin_area_2: "San Francisco",
  admin_area_1: "CA",
  postal_code: "94158",
  country_code: "US",
};
export const inCalifornia = { country: "US", region: "CA", postalCode: "94158" };
export const inTexas = { country: "US", region: "TX", postalCode: "78701" };
export const texas = {
  address_line_1: "1 Main St",
  admin_area_2: "Austin",
  admin_area_1: "TX",
  postal_code: "78701",
  country_code: "US",
};

export const atHome = {
  name: "Ada Rossi",
  address: "1 Main St",
  city: "Austin",
  region: "TX",
  postalCode: "78701",
  country: "US",
};

type Placed = {
  quantity?: number;
  email?: string;
  shippingAddress?: Address;
  discountCode?: string;
};

/** Creates a store that accepts PayPal and charges 10 percent tax in California and none in other states. */
export async function expressShop(world: World) {
  const standin = await start("paypal");
  const { database, now } = world.services;
  world.services.gateways = createGateways(database, now, { PAYPAL: standin.origin });
  const storeId = await seedStore(world, { taxBasisPoints: 0 });
  await world.admin.query(
    `insert into shop.tax_rates (store_id, id, name, country, region, basis_points)
     values ($1, gen_random_uuid(), 'Sales tax', 'US', 'CA', 1000)`,
    [storeId],
  );
  const { variantIds } = await seedProduct(world, storeId, { priceMinor: 5000, stock: 5 });
  const owner = await member(world, storeId, "ADMIN");
  const { items: regions } = await owner.shipping.listShippingRegions({ storeId });
  const { items: carriers } = await owner.shipping.listShippingProviders({ storeId });
  await owner.shipping.createShippingRate({
    body: {
      providerId: carriers[0]?.id ?? "",
      regionId: regions[0]?.id ?? "",
      name: "Courier",
      price: 25,
      transitDays: { min: 1, max: 2 },
    },
  });
  await owner.payments.createPaymentProvider({
    storeId,
    body: {
      provider: "paypal",
      environment: "sandbox",
      clientId: "shop-one",
      credentials: { clientSecret: "EL1t-secret" },
    },
  });
  const items = [{ variantId: variantIds[0] ?? "", quantity: 1 }];

  async function place({ quantity = 1, ...more }: Placed = {}) {
    const { id, orderKey, total } = await world.client().orders.createOrder({
      storeId,
      body: {
        items: items.map((item) => ({ ...item, quantity })),
        express: { country: "US" },
        ...more,
      },
    });
    const buyer = world.client({ orderKey });
    const provider = "paypal";
    return {
      id,
      total,
      buyer,
      intent: () => buyer.payments.createPaymentIntent({ id, body: { provider } }),
      updateExpressShipping: (
        paymentIntentId: string,
        destination: object,
        shippingRateId?: string,
      ) =>
        buyer.payments.updateExpressShipping({
          id,
          body: {
            provider,
            paymentIntentId,
            destination: destination as typeof inTexas,
            ...(shippingRateId === undefined ? {} : { shippingRateId }),
          },
        }),
      pay: (paymentIntentId: string) =>
        buyer.payments.processPayment({ id, body: { provider, paymentIntentId } }),
    };
  }
  return {
    storeId,
    items,
    standin,
    place,
    captured: () => standin.ledger().map(({ amountMinor }) => amountMinor),
    [Symbol.asyncDispose]: () => standin.stop(),
  };
}
