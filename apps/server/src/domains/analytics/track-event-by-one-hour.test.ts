import { describe, expect } from "vitest";
import { seedProduct, seedStore } from "#tests/seed.ts";
import { untilBlocked } from "#tests/until-blocked.ts";
import { test, type World } from "#tests/world.ts";
import { newId } from "../../platform/id.ts";
import { countEvent, noProduct } from "./count-event.ts";

test("events are counted by hour, kind and product, without personal data", async ({ world }) => {
  const storeId = await seedStore(world);
  const { productId } = await seedProduct(world, storeId);
  const { analytics } = world.client();
  const view = { event: "PRODUCT_VIEW", value: 40.5, productId } as const;
  world.services.now = () => new Date("2026-11-20T10:59:59.999Z");
  await Promise.all(
    Array.from({ length: 10 }, () => analytics.trackEventByOneHour({ storeId, body: view })),
  );
  world.services.now = () => new Date("2026-11-20T11:00:00.000Z");
  expect(await analytics.trackEventByOneHour({ storeId, body: view })).toBeUndefined();
  await analytics.trackEventByOneHour({ storeId, body: { event: "CHECKOUT_START", value: 99 } });
  await analytics.trackEventByOneHour({
    storeId,
    body: { event: "CHECKOUT_START", value: 1, productId: null },
  });
  expect(await counts(world)).toEqual([
    { hour: "2026-11-20 10", event: "PRODUCT_VIEW", product: true, count: 10, value: 405 },
    { hour: "2026-11-20 11", event: "CHECKOUT_START", product: false, count: 2, value: 100 },
    { hour: "2026-11-20 11", event: "PRODUCT_VIEW", product: true, count: 1, value: 40.5 },
  ]);
});

test("without a store id the host's store is used; another store's product and invalid values are rejected", async ({
  world,
}) => {
  const slug = "mine";
  const storeId = await seedStore(world, { slug });
  const { productId } = await seedProduct(world, await seedStore(world));
  const { analytics } = world.client({ host: `${slug}.localhost` });
  await analytics.trackEventByOneHour({ body: { event: "ADD_TO_CART", value: 1 } });
  const { rows } = await world.admin.query("select store_id from shop.event_counts");
  expect(rows).toEqual([{ store_id: storeId }]);
  for (const id of [productId, newId()])
    await expect(
      analytics.trackEventByOneHour({ body: { event: "ADD_TO_CART", value: 1, productId: id } }),
    ).rejects.toMatchObject({ code: "NOT_FOUND" });
  await expect(
    analytics.trackEventByOneHour({ body: { event: "ADD_TO_CART", value: -1 } }),
  ).rejects.toMatchObject({
    code: "VALIDATION_FAILED",
  });
});

test("events that wait for each other are counted together, and those that may not add a counter only if it exists", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const { productId } = await seedProduct(world, storeId);
  const { database } = world.services;
  const at = { hour: new Date("2026-11-20T10:00:00Z"), event: "PRODUCT_VIEW", value: 0.1 } as const;
  const ctx = await world.system(storeId);
  const count = (product: string, mayAdd: boolean) =>
    countEvent(database, ctx.store, { ...at, product, mayAdd });
  expect(await count(productId, false)).toBe(false);
  // The first is counted alone. The others wait for it, and are then counted together.
  expect(
    await Promise.all([
      count(noProduct, true),
      count(productId, false),
      count(noProduct, true),
      count(noProduct, true),
    ]),
  ).toEqual([true, false, true, true]);
  expect(await Promise.all([true, false, true].map((may) => count(productId, may)))).toEqual([
    true,
    true,
    true,
  ]);
  const { rows } = await world.admin.query(
    "select count::int, value_sum::text as sum from shop.event_counts",
  );
  expect(rows).toEqual([
    { count: 3, sum: "0.3" },
    { count: 3, sum: "0.3" },
  ]);
});

describe("with limits", () => {
  const limited = test.extend({ options: { rateLimits: true } });

  limited(
    "many addresses' events wait for their row with one connection, and buyers' calls with none",
    async ({ world }) => {
      const storeId = await seedStore(world);
      const { variantIds } = await seedProduct(world, storeId);
      const order = await world.client().orders.createOrder({
        storeId,
        body: {
          items: [{ variantId: variantIds[0] ?? "", quantity: 1 }],
          email: "ada@example.com",
        },
      });
      const count = (address: string) =>
        world.client({ address }).analytics.trackEventByOneHour({
          storeId,
          body: { event: "CHECKOUT_START", value: 1 },
        });
      world.services.now = () => new Date("2026-11-20T10:30:00Z");
      await count("198.51.100.1");
      const lock = await world.admin.connect();
      await lock.query("begin; select from shop.event_counts for update");
      let events: Promise<unknown>;
      try {
        events = Promise.allSettled(
          Array.from({ length: 20 }, (_, i) => count(`198.51.100.${1 + i}`)),
        );
        await untilBlocked(world);
        const buyer = world.client({ orderKey: order.orderKey, address: "203.0.113.1" });
        expect(await buyer.orders.getOrder({ id: order.id })).toMatchObject({ id: order.id });
        await untilBlocked(world);
      } finally {
        await lock.query("rollback");
        lock.release();
      }
      await events;
      expect(await counts(world)).toEqual([expect.objectContaining({ count: 21, value: 21 })]);
    },
  );

  limited(
    "an address can add counts for 200 products an hour, and its other events are counted without a product",
    async ({ world }) => {
      const storeId = await seedStore(world);
      const products = await Promise.all([1, 2, 3].map(() => seedProduct(world, storeId)));
      const [first = "", second = "", third = ""] = products.map(({ productId }) => productId);
      world.services.now = () => new Date("2026-11-20T10:30:00Z");
      const { analytics } = world.client({ address: "198.51.100.7" });
      const view = (productId: string) =>
        analytics.trackEventByOneHour({
          storeId,
          body: { event: "PRODUCT_VIEW", value: 1, productId },
        });
      await view(first);
      await world.admin.query(
        "update shop.rate_limits set calls = 199 where bucket = 'event counts 198.51.100.7'",
      );
      await view(second);
      await view(third);
      await view(third);
      await view(first);
      expect(await counts(world)).toEqual([
        expect.objectContaining({ product: false, count: 2 }),
        expect.objectContaining({ product: true, count: 2 }),
        expect.objectContaining({ product: true, count: 1 }),
      ]);
      await world.client({ address: "198.51.100.8" }).analytics.trackEventByOneHour({
        storeId,
        body: { event: "PRODUCT_VIEW", value: 1, productId: third },
      });
      expect(await counts(world)).toHaveLength(4);
    },
  );
});

async function counts(world: World): Promise<unknown[]> {
  const { rows } = await world.admin.query(`
    select to_char(hour at time zone 'UTC', 'YYYY-MM-DD HH24') as hour, event, product_id <> '00000000-0000-0000-0000-000000000000' as product,
      count::int, value_sum::float as value
    from shop.event_counts order by hour, event, product, count desc`);
  return rows;
}
