import { expect } from "vitest";
import { seedStore } from "#tests/seed.ts";
import { test, type World } from "#tests/world.ts";
import { queryable, sql } from "../../platform/database/sql.ts";
import { makeProduct, staffClient } from "./catalogue.fixture.ts";

const day = 86_400_000;

/** Moves a variant's price history back by the given number of days. */
async function daysPass(world: World, variantId: string, days: number): Promise<void> {
  await queryable(world.admin).run(sql`
    update shop.price_changes set started_at = started_at - make_interval(days => ${days}) where variant_id = ${variantId}`);
}

async function priced(world: World, country: string) {
  const storeId = await seedStore(world, { country });
  const staff = await staffClient(world, storeId);
  const product = await makeProduct(world, storeId, { options: [], variants: [{ price: 50 }] });
  const id = product.variants[0]?.id ?? "";
  return {
    id,
    storeId,
    set: (price: number, regularPrice: number | null) =>
      staff.products.updateVariant({ id, body: { price, regularPrice } }),
    lowest: async () => {
      const { variants } = await world.client().products.getProduct({ id: product.id });
      return variants[0]?.lowestPrice;
    },
  };
}

test("a reduced price in the EEA shows the lowest price of the thirty days before it", async ({
  world,
}) => {
  const { id, set, lowest } = await priced(world, "IT");
  expect(await lowest()).toBeNull();
  await daysPass(world, id, 100);
  await set(30, 50);
  expect(await lowest()).toBe(50);
  await daysPass(world, id, 5);
  await set(50, null);
  expect(await lowest()).toBeNull();
  await daysPass(world, id, 10);
  expect(await set(40, 60)).toMatchObject({ price: 40, regularPrice: 60, lowestPrice: 30 });
  await daysPass(world, id, 40);
  await set(45, 60);
  expect(await lowest()).toBe(40);
});

test("of many prices in an hour, only the lowest and the latest ones are kept", async ({
  world,
}) => {
  const { id, set, lowest } = await priced(world, "IT");
  await daysPass(world, id, 50);
  await set(12, null);
  for (let price = 40; price < 55; price += 1) await set(price, null);
  const { rowCount } = await world.admin.query(
    "select from shop.price_changes where variant_id = $1",
    [id],
  );
  // The first price, and at most three changes for each of two hours, because a new hour may begin during the test.
  expect(rowCount).toBeLessThanOrEqual(1 + 2 * 3);
  await daysPass(world, id, 5);
  await set(30, 60);
  expect(await lowest()).toBe(12);
});

test("a price that was corrected within the hour does not stay in effect after it", async ({
  world,
}) => {
  const { id, set, lowest } = await priced(world, "IT");
  for (const price of [1, 2, 50]) await set(price, null);
  await daysPass(world, id, 40);
  await set(30, 50);
  expect(await lowest()).toBe(50);
});

test("a reduction that does not change the price shows the unchanged price", async ({ world }) => {
  const { id, set, lowest } = await priced(world, "DE");
  await daysPass(world, id, 3);
  await set(50, 80);
  expect(await lowest()).toBe(50);
});

test("outside the EEA the history is stored but not shown, and the app can't change it", async ({
  world,
}) => {
  const { id, storeId, set, lowest } = await priced(world, "US");
  await daysPass(world, id, 3);
  await set(30, 50);
  expect(await lowest()).toBeNull();
  const rows = await queryable(world.admin).rows<{ price: number; at: Date }>(sql`
    select price_minor as price, started_at as at from shop.price_changes where variant_id = ${id} order by started_at`);
  expect(rows.map(({ price }) => price)).toEqual([5000, 3000]);
  expect((rows[1]?.at.getTime() ?? 0) - (rows[0]?.at.getTime() ?? 0)).toBeGreaterThan(2 * day);
  const system = await world.system(storeId);
  await expect(
    system.tx((tx) => tx.run(sql`delete from shop.price_changes`)),
  ).rejects.toMatchObject({ code: "42501" });
});
