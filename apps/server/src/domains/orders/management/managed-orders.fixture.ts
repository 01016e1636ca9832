import { seedStore } from "#tests/seed.ts";
import type { World } from "#tests/world.ts";
import { openShopFor } from "../../customers/customers.fixture.ts";
import { member } from "../../roles/roles.fixture.ts";

/**
 * Creates a store (openShopFor) with a staff member who manages its orders, and a staff member of another store
 * (`stranger`).
 */
export async function managedShop(world: World) {
  const shop = await openShopFor(world);
  const staff = await member(world, shop.storeId, ["MANAGE_ORDERS"]);
  const stranger = await member(world, await seedStore(world), ["MANAGE_ORDERS"]);
  const paid = async (over: { email?: string; note?: string } = {}) => {
    const order = await shop.order(world.client(), { email: "ada@example.com", ...over });
    await shop.pay(order);
    return order;
  };
  return { ...shop, staff, stranger, paid };
}
