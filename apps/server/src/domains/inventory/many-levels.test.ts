// @module-tag slow

import { expect } from "vitest";
import { imbalances } from "#tests/invariants.ts";
import { runJobs } from "#tests/run-jobs.ts";
import { seedStore } from "#tests/seed.ts";
import { onNewDatabase as test, type World } from "#tests/world.ts";
import { planRows } from "#tests/plan-rows.ts";
import { record } from "#tests/recorded.ts";
import type { Transaction } from "../../platform/context.ts";
import { staffClient } from "../products/catalogue.fixture.ts";
import { holdStock, releaseStock } from "./hold-stock.ts";
import { type LevelKey, lockOpenLevels, writeMoves } from "./levels.ts";
import { rankMoreLevels } from "./rank-levels.ts";

/** Adds products with one variant each, with 10 units at each of the store's locations. */
async function seedLevels({ admin }: World, storeId: string, products: number, locations: number) {
  await admin.query(
    `insert into shop.locations (store_id, id, code, name, position)
     select $1, gen_random_uuid(), 'l' || n, 'L' || n, n from generate_series(2, $2::int) n`,
    [storeId, locations],
  );
  const { rows } = await admin.query<{ id: string }>(
    `with p as (
       insert into shop.products (store_id, id, link, name, status, published_at)
       select $1, gen_random_uuid(), 'p' || n, 'P', 'ACTIVE', now() - interval '1 hour' from generate_series(1, $2::int) n
       returning id
     )
     insert into shop.variants (store_id, id, product_id, name, slug, price_minor, position)
     select $1, gen_random_uuid(), p.id, 'V', 'v', 1000, 0 from p returning id`,
    [storeId, products],
  );
  await admin.query(
    `insert into shop.inventory_levels (store_id, id, variant_id, location, sell_rank)
     select v.store_id, gen_random_uuid(), v.id, l.code, l.position
     from shop.variants v join shop.locations l on l.store_id = v.store_id where v.store_id = $1 on conflict do nothing`,
    [storeId],
  );
  await admin.query(
    `with moved as (update shop.inventory_levels set on_hand = 10 where store_id = $1 returning variant_id, location)
     insert into shop.stock_movements (store_id, id, variant_id, location, kind, on_hand_delta, reason)
     select $1, gen_random_uuid(), variant_id, location, 'adjust', 10, 'Opening stock' from moved`,
    [storeId],
  );
  return rows.map(({ id }) => id);
}

test("an order of 100 items is placed in a store with 50 locations that PostgreSQL's statistics don't know", async ({
  world,
}) => {
  const known = await seedStore(world);
  await seedLevels(world, known, 500, 1);
  await world.admin.query("analyze shop.inventory_levels");
  const storeId = await seedStore(world);
  const variantIds = await seedLevels(world, storeId, 100, 50);
  const order = await world.client().orders.createOrder({
    storeId,
    body: {
      items: variantIds.map((variantId) => ({ variantId, quantity: 11 })),
      email: "ada@example.com",
    },
  });
  expect(order.items).toHaveLength(100);
  const { rows } = await world.admin.query<{ n: number }>(
    "select sum(reserved)::int as n from shop.inventory_levels where store_id = $1",
    [storeId],
  );
  expect(rows).toEqual([{ n: 1100 }]);
  await world.client({ orderKey: order.orderKey }).orders.cancelOrder({ id: order.id });
  expect(await imbalances(world)).toEqual([]);
});

test("holding and releasing units at many locations reads each level a few times, not once for each other one", async ({
  world,
}) => {
  await seedLevels(world, await seedStore(world), 500, 1);
  await world.admin.query("analyze");
  const storeId = await seedStore(world);
  const variantIds = await seedLevels(world, storeId, 100, 45);
  const order = await world.client().orders.createOrder({
    storeId,
    body: {
      items: variantIds.map((variantId) => ({ variantId, quantity: 1 })),
      email: "ada@example.com",
    },
  });
  const ctx = await world.system(storeId);
  const lines = variantIds.map((variantId) => ({
    variantId,
    name: "P",
    variantName: "V",
    quantity: 430,
    maxQuantity: 449,
  }));
  /** Runs `work`, rolls it back, and returns the number of rows in the plans of its statements on levels. */
  const rowsOf = async (work: (tx: Transaction) => Promise<void>) => {
    const statements = await record(() =>
      ctx
        .tx(async (tx) => {
          await work(tx);
          throw new Error("Rolled back.");
        })
        .catch(() => {}),
    );
    return planRows(
      world,
      statements.filter(({ text }) => text.includes("shop.inventory_levels l")),
    );
  };
  const levels = 45 * variantIds.length;
  // When levels were compared pair by pair, the first two plans had 4,400 and 8,800 rows for each level.
  expect(await rowsOf((tx) => holdStock(tx, order.id, lines))).toBeLessThan(30 * levels);
  expect(await rowsOf((tx) => releaseStock(tx, order.id, "Expired"))).toBeLessThan(30 * levels);
  const { rows: keys } = await world.admin.query<LevelKey>(
    'select variant_id as "variantId", location from shop.inventory_levels where store_id = $1',
    [storeId],
  );
  const lock = async (tx: Transaction) => void (await lockOpenLevels(tx, keys));
  expect(await rowsOf(lock)).toBeLessThan(30 * levels);
  const move = { kind: "adjust" as const, onHand: 1, reason: "Count" };
  const moves = keys.map((key) => Object.assign({}, key, move));
  expect(await rowsOf((tx) => writeMoves(tx, moves))).toBeLessThan(30 * levels);
  const { rows } = await world.admin.query<{ reserved: number; ledger: number }>(
    `select sum(reserved)::int as reserved, (select sum(reserved_delta)::int from shop.stock_movements) as ledger
     from shop.inventory_levels`,
  );
  expect(rows).toEqual([{ reserved: 0, ledger: 0 }]);
});

test("a location's levels are ranked a thousand at a time", async ({ world }) => {
  const storeId = await seedStore(world);
  await seedLevels(world, storeId, 2500, 2);
  const { locations } = await staffClient(world, storeId);
  const place = (await locations.listLocations({ storeId })).items.find(
    ({ code }) => code === "l2",
  );
  const id = place?.id ?? "";
  const ranks = async () => {
    const { rows } = await world.admin.query<{ sold: number }>(
      "select count(sell_rank)::int as sold from shop.inventory_levels where location = 'l2'",
    );
    return rows[0]?.sold;
  };
  await locations.updateLocation({ id, body: { isActive: false } });
  expect(await ranks()).toBe(1500);
  const { rows } = await world.admin.query<{ kind: string }>(
    "select kind from shop.jobs where store_id = $1 order by kind",
    [storeId],
  );
  expect(rows.map(({ kind }) => kind)).toEqual(["catalogue.changed", "stock.rank"]);
  await runJobs(world.services, { jobs: [rankMoreLevels] });
  expect(await ranks()).toBe(0);
  await locations.updateLocation({ id, body: { isActive: true } });
  await locations.updateLocation({ id, body: { isActive: false } });
  await runJobs(world.services, { jobs: [rankMoreLevels] });
  expect(await ranks()).toBe(0);
});

test("a list of levels counts at most 10,000, and continues after a page of more", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  await seedLevels(world, storeId, 1010, 10);
  await world.admin.query("analyze");
  const { inventory } = await staffClient(world, storeId);
  expect(await inventory.listLevels({ storeId, limit: 1 })).toMatchObject({ total: 10_000 });
  expect(await inventory.listLevels({ storeId, limit: 1, location: "l2" })).toMatchObject({
    total: 1010,
  });
  const [first, second] = [
    await inventory.listLevels({ storeId, limit: 7 }),
    await inventory.listLevels({ storeId, limit: 7, page: 2 }),
  ];
  const after = first.next ?? "";
  expect(await inventory.listLevels({ storeId, limit: 7, after })).toMatchObject({
    items: second.items,
    next: second.next,
  });
});
