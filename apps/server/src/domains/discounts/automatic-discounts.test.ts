import { expect, vi } from "vitest";
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
  // Changes the discounts directly in the database, as an operator or another process might.
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
  // A use doesn't change the version, so the cached discounts stay valid and orders don't wait for each other to update
  // it.
  expect(await versionOf(world, storeId)).toEqual(version);
});

test("a cart reads at most 100 automatic discounts, whenever the others ended", async ({
  world,
}) => {
  const { storeId, create, quote } = await discountShop(world);
  await create({ type: "PERCENTAGE", value: 10, title: "Lasting" });
  await world.admin.query(
    `insert into shop.discounts (store_id, id, title, type, value, usage_limit, ends_at)
     select $1, gen_random_uuid(), 'Ended', 'PERCENTAGE', 100, 9, now() - i * interval '0.1 seconds'
     from generate_series(1, 300) i`,
    [storeId],
  );
  const { rows } = await world.admin.query(
    `select jsonb_array_length(discounts::jsonb) as discounts, discounts::jsonb -> 0 ->> 'title' as first,
       (select count(*)::int from jsonb_object_keys(used)) as used
     from door.automatic_discounts($1, null)`,
    [storeId],
  );
  expect(rows).toEqual([{ discounts: 100, first: "Lasting", used: 99 }]);
  expect((await quote()).discount).toBe(6);
});

test("concurrent carts parse a new version of the discounts once", async ({ world }) => {
  const { create, quote } = await discountShop(world);
  await create({ type: "PERCENTAGE", value: 10, title: "Only this one" });
  const parse = vi.spyOn(JSON, "parse");
  try {
    await Promise.all(Array.from({ length: 4 }, () => quote()));
    const parsed = parse.mock.calls.filter(
      ([text]) => text.startsWith('[{"') && text.includes("Only this one"),
    );
    expect(parsed).toHaveLength(1);
  } finally {
    parse.mockRestore();
  }
});
