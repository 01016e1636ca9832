import { describe, expect } from "vitest";
import { seedProduct } from "#tests/seed.ts";
import { untilBlocked } from "#tests/until-blocked.ts";
import { test, type World } from "#tests/world.ts";
import { openAccount } from "../../domains/customers/customers.fixture.ts";
import { address, email, openShop } from "../../domains/shipments/shipments.fixture.ts";

const limited = test.extend({ options: { rateLimits: true } });
const addresses = Array.from({ length: 20 }, (_, i) => `198.51.100.${1 + i}`);

describe("writes of many addresses that wait for the same row leave the owner's connections to others", () => {
  limited("orders that wait for a variant's stock", async ({ world }) => {
    const shop = await openShop(world, { stock: 100, environment: "TEST" });
    const { storeId } = shop;
    const mine = await shop.place([{ variantId: shop.second, quantity: 1 }]);
    const { variantIds } = await seedProduct(world, storeId, { link: "other", stock: 100 });
    const ends = await whileLocked(world, "shop.inventory_levels", shop.first, async () => {
      const placing = allOf((from) => {
        const items = [{ variantId: shop.first, quantity: 1 }];
        return world.client({ address: from }).orders.createOrder({
          storeId,
          body: { items, email, shippingAddress: address },
        });
      });
      // Eight connections are shared here, of which an owner has at most five.
      await untilBlocked(world, 2);
      const me = world.client({ orderKey: mine.orderKey, address: "203.0.113.1" });
      expect(await me.orders.getOrder({ id: mine.id })).toMatchObject({ id: mine.id });
      await untilBlocked(world, 2);
      return placing;
    });
    expect(ends).toEqual(addresses.map(() => "fulfilled"));
    await shop.place([{ variantId: variantIds[0] ?? "", quantity: 1 }]);
  });

  limited("changes of one order", async ({ world }) => {
    const shop = await openShop(world, { stock: 100 });
    const [order, other] = [await shop.buy(1), await shop.buy(1)];
    const { id, orderKey } = order;
    const ends = await whileLocked(world, "shop.orders", id, async () => {
      const changing = allOf((from) =>
        world.client({ orderKey, address: from }).orders.changeShippingAddress({
          id,
          body: address,
        }),
      );
      await untilBlocked(world);
      const buyer = world.client({ orderKey: other.orderKey, address: "203.0.113.1" });
      const body = { ...address, address: "2 Oak Ave" };
      await buyer.orders.changeShippingAddress({ id: other.id, body });
      await untilBlocked(world);
      return changing;
    });
    expect(ends).toEqual(addresses.map(() => "fulfilled"));
  });

  limited("changes of one customer's wishlist", async ({ world }) => {
    const shop = await openShop(world);
    const { storeId, productId } = shop;
    const order = await shop.place([{ variantId: shop.first, quantity: 1 }]);
    const { accessToken, client } = await openAccount(world);
    const { id } = await client.customers.getMyCustomer({ storeId });
    const ends = await whileLocked(world, "shop.customers", id, async () => {
      const changing = allOf((from) =>
        world.client({ accessToken, address: from }).customers.updateWishlist({
          id,
          body: { add: [productId] },
        }),
      );
      await untilBlocked(world);
      const buyer = world.client({ orderKey: order.orderKey, address: "203.0.113.1" });
      expect(await buyer.orders.getOrder({ id: order.id })).toMatchObject({ id: order.id });
      await untilBlocked(world);
      return changing;
    });
    expect(ends).toEqual(addresses.map(() => "fulfilled"));
  });
});

/** Locks the rows while `work` runs. Returns how the calls that `work` started ended. */
async function whileLocked(
  { admin }: World,
  table: "shop.inventory_levels" | "shop.orders" | "shop.customers",
  id: string,
  work: () => Promise<{ ends: Promise<string[]> }>,
): Promise<string[]> {
  const key = table === "shop.inventory_levels" ? "variant_id" : "id";
  const lock = await admin.connect();
  let calls: { ends: Promise<string[]> };
  try {
    await lock.query("begin");
    await lock.query(`select from ${table} where ${key} = $1 for update`, [id]);
    calls = await work();
  } finally {
    await lock.query("rollback");
    lock.release();
  }
  return calls.ends;
}

/** Calls from each address at the same time. */
function allOf(call: (from: string) => Promise<unknown>): { ends: Promise<string[]> } {
  const all = Promise.allSettled(addresses.map(call));
  return { ends: all.then((ends) => ends.map(({ status }) => status)) };
}
