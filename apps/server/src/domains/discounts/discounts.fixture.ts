import type { DiscountInput } from "@vetrina/contract/pricing/discounts";
import { seedProduct, seedStore } from "#tests/seed.ts";
import type { World } from "#tests/world.ts";
import { newId } from "../../platform/id.ts";
import { signedIn } from "../../platform/http/contract.fixture.ts";

type Input = Partial<DiscountInput> & Pick<DiscountInput, "type">;

/**
 * Creates a store with a product for $60, staff who manage its discounts, and shoppers who each have their own IP
 * address.
 */
export async function discountShop(world: World) {
  const storeId = await seedStore(world);
  const { productId, variantIds } = await seedProduct(world, storeId, {
    priceMinor: 6000,
    stock: 10_000,
  });
  const staff = world.client({
    accessToken: await signedIn(world, { storeId, permissions: ["MANAGE_DISCOUNTS"] }),
  });
  const items = (quantity = 1) => [{ productId, variantId: variantIds[0] ?? "", quantity }];
  let buyers = 0;
  return {
    storeId,
    productId,
    staff,
    items,
    create: (body: Input) => staff.discounts.createDiscount({ storeId, body }),
    quote: (discountCode?: string, quantity = 1, accessToken?: string) =>
      world.client(accessToken === undefined ? {} : { accessToken }).shipping.calculateShipping({
        body: {
          storeId,
          items: items(quantity),
          ...(discountCode === undefined ? {} : { discountCode }),
        },
      }),
    order: (
      discountCode?: string,
      {
        email = `${newId()}@example.com`,
        total,
        quantity = 1,
        accessToken,
      }: { email?: string | null; total?: number; quantity?: number; accessToken?: string } = {},
    ) => {
      buyers += 1;
      const address = `10.${buyers >> 16}.${(buyers >> 8) & 255}.${buyers & 255}`;
      return world
        .client({ address, ...(accessToken === undefined ? {} : { accessToken }) })
        .orders.createOrder({
          storeId,
          body: {
            items: items(quantity),
            ...(email === null ? {} : { email }),
            ...(discountCode === undefined ? {} : { discountCode }),
            ...(total === undefined ? {} : { total }),
          },
        });
    },
  };
}

/** Returns the error codes of the failed calls, and the number of calls that succeeded. */
export async function outcomes(calls: readonly Promise<unknown>[]) {
  const settled = await Promise.allSettled(calls);
  const codes = settled.flatMap((one) =>
    one.status === "rejected" ? [String((one.reason as { code?: string }).code)] : [],
  );
  return { done: settled.length - codes.length, codes: [...new Set(codes)] };
}
