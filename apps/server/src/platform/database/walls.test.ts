import { expect } from "vitest";
import { seedProduct, seedStore } from "#tests/seed.ts";
import { onNewDatabase, test } from "#tests/world.ts";
import { newId } from "../id.ts";
import { queryable, sql } from "./sql.ts";

// Needs a new database, because a connection that was used for a store before gives a different error.
onNewDatabase(
  "a query outside an entered transaction fails instead of seeing everything",
  async ({ world }) => {
    const storeId = await seedStore(world);
    await seedProduct(world, storeId);
    const app = queryable(world.services.database.app);
    await expect(app.rows(sql`select id from shop.products`)).rejects.toThrow(
      /app\.(?:store|scope)/,
    );
  },
);

test("an entered store shows only its own rows, and accepts none of another store", async ({
  world,
}) => {
  const [mine, other] = [await seedStore(world), await seedStore(world)];
  await seedProduct(world, mine);
  await seedProduct(world, other);
  const ctx = await world.system(mine);
  const seen = await ctx.tx((tx) =>
    tx.rows<{ store_id: string }>(sql`select store_id from shop.products`),
  );
  expect(seen.map((row) => row.store_id)).toEqual([mine]);
  const smuggled = ctx.tx((tx) =>
    tx.run(
      sql`insert into shop.shipping_regions (store_id, id, name) values (${other}, ${newId()}, 'X')`,
    ),
  );
  await expect(smuggled).rejects.toThrow(/row-level security/);
});

test("a user without a role cannot enter the store", async ({ world }) => {
  const storeId = await seedStore(world);
  const app = queryable(world.services.database.app);
  await expect(app.run(sql`select door.enter_user(${newId()}, ${storeId})`)).rejects.toMatchObject({
    code: "VT404",
  });
  await expect(app.run(sql`select door.enter_system(${storeId})`)).rejects.toThrow(
    /permission denied/,
  );
});

test("the catalogue role reads views but no table", async ({ world }) => {
  const storeId = await seedStore(world);
  await seedProduct(world, storeId);
  const { catalogue } = world.services.database;
  expect(await catalogue.rows(sql`select id from catalogue.products`)).toHaveLength(1);
  await expect(catalogue.rows(sql`select id from shop.products`)).rejects.toThrow(
    /permission denied/,
  );
  await expect(catalogue.run(sql`update catalogue.products set name = 'x'`)).rejects.toThrow(
    /permission denied/,
  );
});

test("a shopper reads no order and no audit entry, and changes no product", async ({ world }) => {
  const storeId = await seedStore(world);
  await seedProduct(world, storeId);
  const { app } = world.services.database;
  const client = await app.connect();
  await client.query("begin");
  await client.query("select door.enter_shopper($1)", [storeId]);
  expect((await client.query("select * from shop.orders")).rowCount).toBe(0);
  expect((await client.query("update shop.products set name = 'x'")).rowCount).toBe(0);
  await client.query("rollback");
  client.release();
});
