import { describe, expect } from "vitest";
import { seedProduct, seedStore } from "#tests/seed.ts";
import { test, type World } from "#tests/world.ts";
import { newId } from "../../platform/id.ts";

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

describe("with limits", () => {
  const limited = test.extend({ options: { rateLimits: true } });

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
