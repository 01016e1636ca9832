import { expect } from "vitest";
import { test, type World } from "#tests/world.ts";
import { discountShop } from "./discounts.fixture.ts";

async function versionOf(world: World, storeId: string): Promise<unknown> {
  const { rows } = await world.admin.query(
    "select version from shop.discount_versions where store_id = $1",
    [storeId],
  );
  return rows;
}

test("the next quote sees every change to an automatic discount, whoever makes it", async ({
  world,
}) => {
  const { storeId, create, quote, staff } = await discountShop(world);
  const discount = async () => (await quote()).discount;
  expect(await discount()).toBe(0);
  const { id } = await create({ type: "PERCENTAGE", value: 10, title: "Autumn" });
  expect(await discount()).toBe(6);
  await staff.discounts.updateDiscount({ id, body: { value: 20 } });
  expect(await discount()).toBe(12);
  // Changes made directly in the database, as by an operator or another process.
  await world.admin.query("update shop.discounts set value = 3000 where id = $1", [id]);
  expect(await discount()).toBe(18);
  const client = await world.admin.connect();
  try {
    await client.query("begin");
    await client.query("update shop.discounts set value = 5000 where id = $1", [id]);
    expect(await discount()).toBe(18);
    await client.query("rollback");
  } finally {
    client.release();
  }
  expect(await discount()).toBe(18);
  await world.admin.query(
    `insert into shop.discounts (store_id, id, title, type, value, priority)
     values ($1, gen_random_uuid(), 'More', 'FIXED_AMOUNT', 2500, 5)`,
    [storeId],
  );
  expect(await discount()).toBe(25);
  await world.admin.query("delete from shop.discounts where title = 'More'");
  expect(await discount()).toBe(18);
  await staff.discounts.deleteDiscount({ id });
  expect(await discount()).toBe(0);
});

test("an automatic discount's uses are counted although the discount is cached", async ({
  world,
}) => {
  const { storeId, create, order, quote } = await discountShop(world);
  await create({ type: "PERCENTAGE", value: 10, title: "Early", usageLimit: 2 });
  expect((await quote()).discount).toBe(6);
  const version = await versionOf(world, storeId);
  const made = await order();
  expect((await order()).discount).toBe(6);
  expect((await quote()).discount).toBe(0);
  await world.client({ orderKey: made.orderKey }).orders.cancelOrder({ id: made.id });
  expect((await quote()).discount).toBe(6);
  // The version is unchanged, so orders don't wait for each other and nothing has to be read again.
  expect(await versionOf(world, storeId)).toEqual(version);
});
