import type { TaxRateInput } from "@vetrina/contract/pricing/taxes";
import { seedProduct, seedStore } from "#tests/seed.ts";
import type { World } from "#tests/world.ts";
import { signedIn } from "../../platform/http/contract.fixture.ts";
import { generalTax } from "@vetrina/commerce/pricing/standard-rates";

type Rate = Partial<TaxRateInput> & Pick<TaxRateInput, "name" | "percent" | "country">;
type Bought = {
  country?: string;
  region?: string;
  postalCode?: string;
  vatId?: string;
  shippingRateId?: string;
};

/**
 * Creates a store in Italy without rates, with a product for 122.00 and free shipping above 100, its staff, and a
 * shopper.
 */
export async function taxShop(world: World, over: Parameters<typeof seedStore>[1] = {}) {
  const storeId = await seedStore(world, {
    country: "IT",
    currency: "EUR",
    tax: { ...generalTax(0), rates: [] },
    ...over,
  });
  const { productId, variantIds } = await seedProduct(world, storeId, {
    priceMinor: 12_200,
    stock: 1_000,
  });
  const staff = world.client({
    accessToken: await signedIn(world, {
      storeId,
      permissions: ["MANAGE_SETTINGS", "MANAGE_PRODUCTS", "MANAGE_ORDERS"],
    }),
  });
  const items = [{ productId, variantId: variantIds[0] ?? "", quantity: 1 }];
  return {
    storeId,
    productId,
    staff,
    items,
    add: (body: Rate) => staff.taxes.createTaxRate({ storeId, body }),
    set: (body: Parameters<typeof staff.taxes.updateTaxSettings>[0]["body"]) =>
      staff.taxes.updateTaxSettings({ storeId, body }),
    quote: ({ country = "IT", vatId, shippingRateId, ...place }: Bought = {}) =>
      world.client().shipping.calculateShipping({
        body: {
          storeId,
          items,
          destination: { country, ...place },
          ...(vatId && { vatId }),
          ...(shippingRateId && { shippingRateId }),
        },
      }),
    order: ({ country = "IT", vatId, shippingRateId, ...place }: Bought = {}, total?: number) =>
      world.client().orders.createOrder({
        storeId,
        body: {
          items,
          email: "ada@example.com",
          shippingAddress: {
            name: "Ada",
            address: "Via Roma 1",
            city: "Roma",
            country,
            ...(country === "DE" && { postalCode: "10115" }),
            ...place,
          },
          ...(vatId && { vatId }),
          ...(shippingRateId && { shippingRateId }),
          ...(total !== undefined && { total }),
        },
      }),
  };
}
