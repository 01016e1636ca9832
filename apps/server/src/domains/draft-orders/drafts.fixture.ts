import type { CreateDraftOrder } from "@vetrina/contract/orders/draft-orders";
import { seedProduct, seedStore } from "#tests/seed.ts";
import type { World } from "#tests/world.ts";
import { shippingAddress } from "../customers/customers.fixture.ts";
import { member } from "../roles/roles.fixture.ts";

/** Creates a store with a product at 40.00 in two sizes, 8% added tax, and staff who manage its orders. */
export async function draftShop(world: World, { stock = 10 } = {}) {
  const storeId = await seedStore(world);
  const { productId, variantIds } = await seedProduct(world, storeId, {
    stock,
    sizes: ["S", "M"],
    priceMinor: 4000,
  });
  const [small = "", medium = ""] = variantIds;
  const staff = await member(world, storeId, [
    "MANAGE_ORDERS",
    "MANAGE_SETTINGS",
    "MANAGE_CUSTOMERS",
  ]);
  const draft = (over: Partial<CreateDraftOrder> = {}) =>
    staff.draftOrders.createDraftOrder({
      storeId,
      body: {
        items: [{ variantId: small, quantity: 1 }],
        ...(over.customerId == null && { email: "ada@example.com" }),
        shippingAddress,
        ...over,
      },
    });
  const linkOf = async (id: string) => {
    const { url } = await staff.draftOrders.createDraftOrderLink({ id });
    return /\/pay(?:\?lang=..)?#[^.]+\.(.+)$/.exec(url)?.[1] ?? "";
  };
  const reserved = async () => {
    const { rows } = await world.admin.query<{ n: number }>(
      "select sum(reserved)::int as n from shop.inventory_levels where store_id = $1",
      [storeId],
    );
    return rows[0]?.n ?? 0;
  };
  return { storeId, productId, small, medium, staff, draft, linkOf, reserved };
}

export const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
