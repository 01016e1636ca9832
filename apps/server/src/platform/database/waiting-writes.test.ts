// @module-tag slow

import { describe, expect } from "vitest";
import { seedProduct } from "#tests/seed.ts";
import { untilBlocked } from "#tests/until-blocked.ts";
import { type Client, test, type World } from "#tests/world.ts";
import { openAccount } from "../../domains/customers/customers.fixture.ts";
import { address, email, openShop, type Shop } from "../../domains/shipments/shipments.fixture.ts";

const limited = test.extend({ options: { rateLimits: true } });
const addresses = Array.from({ length: 20 }, (_, i) => `198.51.100.${1 + i}`);

describe("writes of many addresses that wait for the same row leave the owner's connections to others", () => {
  limited("orders that wait for a variant's stock", async ({ world }) => {
    const shop = await openShop(world, { stock: 100, environment: "TEST" });
    const { storeId } = shop;
    const mine = await shop.place([{ variantId: shop.second, quantity: 1 }]);
    const { variantIds } = await seedProduct(world, storeId, { link: "other", stock: 100 });
    const { payments } = world.client({ orderKey: mine.orderKey, address: "203.0.113.2" });
    const { id } = mine;
    const intent = await payments.createPaymentIntent({ id, body: { provider: "other" } });
    await payments.decideTestPayment({ id: intent.id, body: { decision: "approve" } });
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
      expect(await me.orders.getOrder({ id })).toMatchObject({ id });
      await payments.processPayment({
        id,
        body: { provider: "other", paymentIntentId: intent.id },
      });
      await untilBlocked(world, 2);
      return placing;
    });
    expect(ends).toEqual(addresses.map(() => "fulfilled"));
    await shop.place([{ variantId: variantIds[0] ?? "", quantity: 1 }]);
  });

  describe("different orders that lock a variant's stock", () => {
    const made = addresses.slice(0, 10);

    /** Makes the calls, one from each address, while the stock is locked. Meanwhile, an order is read. */
    async function waitInTurns(
      world: World,
      shop: Shop,
      calls: readonly ((client: Client) => Promise<unknown>)[],
      keys: readonly string[] = [],
    ): Promise<void> {
      const mine = await shop.place([{ variantId: shop.second, quantity: 1 }]);
      const ends = await whileLocked(world, "shop.inventory_levels", shop.first, async () => {
        const calling = allOf(async (from, i) => {
          const orderKey = keys[i];
          await calls[i]?.(world.client({ address: from, ...(orderKey && { orderKey }) }));
        }, made);
        await untilBlocked(world, 2);
        const me = world.client({ orderKey: mine.orderKey, address: "203.0.113.1" });
        expect(await me.orders.getOrder({ id: mine.id })).toMatchObject({ id: mine.id });
        await untilBlocked(world, 2);
        return calling;
      });
      expect(ends).toEqual(made.map(() => "fulfilled"));
    }

    limited("by a change of size", async ({ world }) => {
      const shop = await openShop(world, { stock: 100 });
      const bought = await inSteps(made, () => shop.buy(1));
      const keys = bought.map(({ orderKey }) => orderKey);
      const body = { variantId: shop.second };
      const calls = bought.map(({ id, items }) => {
        const [item] = items;
        return ({ orders }: Client) => orders.changeItemSize({ id, itemId: item?.id ?? "", body });
      });
      await waitInTurns(world, shop, calls, keys);
      expect(await shop.onHand(shop.first)).toEqual({ main: 100 });
    });

    limited("by being canceled", async ({ world }) => {
      const shop = await openShop(world, { stock: 100 });
      const bought = await inSteps(made, (_, i) =>
        i % 2 === 0 ? shop.buy(1) : shop.place([{ variantId: shop.first, quantity: 1 }]),
      );
      const keys = bought.map(({ orderKey }) => orderKey);
      const calls = bought.map(
        ({ id }) =>
          ({ orders }: Client) =>
            orders.cancelOrder({ id }),
      );
      await waitInTurns(world, shop, calls, keys);
    });

    limited("by being paid", async ({ world }) => {
      const shop = await openShop(world, { stock: 100 });
      const placed = await inSteps(made, async () => {
        const { id, orderKey } = await shop.place([{ variantId: shop.first, quantity: 1 }]);
        const { payments } = world.client({ orderKey });
        const intent = await payments.createPaymentIntent({ id, body: { provider: "other" } });
        await payments.decideTestPayment({ id: intent.id, body: { decision: "approve" } });
        const body = { provider: "other", paymentIntentId: intent.id } as const;
        return { orderKey, pay: (client: Client) => client.payments.processPayment({ id, body }) };
      });
      const keys = placed.map(({ orderKey }) => orderKey);
      await waitInTurns(
        world,
        shop,
        placed.map(({ pay }) => pay),
        keys,
      );
    });

    limited("by being made from a draft", async ({ world }) => {
      const shop = await openShop(world, { stock: 100 });
      const links = await inSteps(made, async () => {
        const items = [{ variantId: shop.first, quantity: 1 }];
        const { id } = await shop.staff.draftOrders.createDraftOrder({
          storeId: shop.storeId,
          body: { items, email, shippingAddress: address },
        });
        const { url } = await shop.staff.draftOrders.createDraftOrderLink({ id });
        const body = { key: /#[^.]+\.(.+)$/.exec(url)?.[1] ?? "" };
        return ({ draftOrders }: Client) => draftOrders.openDraftOrder({ id, body });
      });
      await waitInTurns(world, shop, links);
    });
  });

  limited("captures of different orders' payments that begin", async ({ world }) => {
    const shop = await openShop(world, { stock: 100 });
    const from = addresses.slice(0, 10);
    const mine = await shop.place([{ variantId: shop.second, quantity: 1 }]);
    const placed = await inSteps(from, async () => {
      const { id, orderKey } = await shop.place([{ variantId: shop.first, quantity: 1 }]);
      const { payments } = world.client({ orderKey });
      const intent = await payments.createPaymentIntent({ id, body: { provider: "other" } });
      await payments.decideTestPayment({ id: intent.id, body: { decision: "decline" } });
      return { id, orderKey, paymentIntentId: intent.id };
    });
    const ids = placed.map(({ id }) => id);
    const ends = await whileLocked(world, "shop.orders", ids, async () => {
      const paying = allOf(async (address, i) => {
        const { id = "", orderKey = "", paymentIntentId = "" } = placed[i] ?? {};
        const { payments } = world.client({ address, orderKey });
        await payments.processPayment({ id, body: { provider: "other", paymentIntentId } });
      }, from);
      await untilBlocked(world, 2);
      const me = world.client({ orderKey: mine.orderKey, address: "203.0.113.1" });
      expect(await me.orders.getOrder({ id: mine.id })).toMatchObject({ id: mine.id });
      await untilBlocked(world, 2);
      return paying;
    });
    expect(ends).toEqual(from.map(() => "fulfilled"));
  });

  limited("captures at the test provider", async ({ world }) => {
    const shop = await openShop(world, { stock: 100 });
    const from = addresses.slice(0, 9);
    const other = await openShop(world, { stock: 3 });
    const placed = await inSteps(from, async () => {
      const { id, orderKey } = await shop.place([{ variantId: shop.first, quantity: 1 }]);
      const { payments } = world.client({ orderKey });
      const intent = await payments.createPaymentIntent({ id, body: { provider: "other" } });
      return { id, orderKey, paymentIntentId: intent.id };
    });
    const ids = placed.map(({ paymentIntentId }) => paymentIntentId);
    const ends = await whileLocked(world, "shop.test_payments", ids, async () => {
      const paying = allOf(async (address, i) => {
        const { id = "", orderKey = "", paymentIntentId = "" } = placed[i] ?? {};
        const { payments } = world.client({ address, orderKey });
        await payments.processPayment({ id, body: { provider: "other", paymentIntentId } });
      }, from);
      await untilBlocked(world, 5);
      await inSteps([1, 2, 3], () => other.place([{ variantId: other.first, quantity: 1 }]));
      await untilBlocked(world, 5);
      return paying;
    });
    expect(ends).toEqual(from.map(() => "fulfilled"));
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

  limited("changes of one order's size, and new orders of the same variant", async ({ world }) => {
    const shop = await openShop(world, { stock: 100 });
    const { id, orderKey, items } = await shop.buy(1);
    const body = { variantId: shop.second };
    const ends = await whileLocked(world, "shop.orders", id, async () => {
      const changing = allOf((from) =>
        world
          .client({ orderKey, address: from })
          .orders.changeItemSize({ id, itemId: items[0]?.id ?? "", body }),
      );
      await untilBlocked(world);
      await shop.place([{ variantId: shop.first, quantity: 1 }]);
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
  table: "shop.inventory_levels" | "shop.orders" | "shop.customers" | "shop.test_payments",
  ids: string | readonly string[],
  work: () => Promise<{ ends: Promise<string[]> }>,
): Promise<string[]> {
  const key = table === "shop.inventory_levels" ? "variant_id" : "id";
  const lock = await admin.connect();
  let calls: { ends: Promise<string[]> };
  try {
    await lock.query("begin");
    await lock.query(`select from ${table} where ${key} = any($1) for update`, [[ids].flat()]);
    calls = await work();
  } finally {
    await lock.query("rollback");
    lock.release();
  }
  return calls.ends;
}

/** Calls from each address at the same time. */
function allOf(
  call: (from: string, i: number) => Promise<unknown>,
  from: readonly string[] = addresses,
): { ends: Promise<string[]> } {
  const all = Promise.allSettled(from.map(call));
  return { ends: all.then((ends) => ends.map(({ status }) => status)) };
}

/** Runs the work for each item, one after the other. */
async function inSteps<Item, Result>(
  items: readonly Item[],
  work: (item: Item, i: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const [i, item] of items.entries()) results.push(await work(item, i));
  return results;
}
