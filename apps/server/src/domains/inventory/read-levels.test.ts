// @module-tag slow

import { expect } from "vitest";
import { lowStockAt } from "@vetrina/commerce/constants";
import { seedStore } from "#tests/seed.ts";
import { onNewDatabase, test, type World } from "#tests/world.ts";
import { type Sql, sql } from "../../platform/database/sql.ts";
import { staffClient } from "../products/catalogue.fixture.ts";
import { type LevelFilter, levelsByIndex } from "./read-levels.ts";

/** Adds products with two variants at two locations each. Some have the same name, and every third level is low. */
async function seedLevels({ admin }: World, storeId: string, products: number): Promise<void> {
  await admin.query(
    "insert into shop.locations (store_id, id, code, name, position) values ($1, gen_random_uuid(), 'b', 'B', 1)",
    [storeId],
  );
  await admin.query(
    `insert into shop.products (store_id, id, link, name, status)
     select $1, gen_random_uuid(), 'p' || n, case when n % 2 = 0 then 'Coat ' else 'coat ' end || n % 70, 'DRAFT'
     from generate_series(1, $2::int) n`,
    [storeId, products],
  );
  await admin.query(
    `insert into shop.variants (store_id, id, product_id, name, slug, price_minor, position)
     select $1, gen_random_uuid(), p.id, 'V' || n, 'v' || n, 1000, 1 - n from shop.products p, generate_series(0, 1) n
     where p.store_id = $1`,
    [storeId],
  );
  await admin.query(
    `insert into shop.inventory_levels (store_id, id, variant_id, location, on_hand)
     select $1, gen_random_uuid(), v.id, l.code, (row_number() over () * 7) % 18
     from shop.variants v join shop.locations l on l.store_id = v.store_id where v.store_id = $1 on conflict do nothing`,
    [storeId],
  );
}

type Node = {
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  Plans?: Node[];
};

/** Returns the number of rows that the query's plan goes through, with row-level security as for staff. */
async function rowsOf(world: World, storeId: string, query: Sql): Promise<number> {
  const ctx = await world.system(storeId);
  const row = await ctx.tx((tx) =>
    tx.row<{ "QUERY PLAN": [{ Plan: Node }] }>(sql`explain (analyze, format json) ${query}`),
  );
  const count = ({ Plans = [], ...node }: Node): number => {
    const rows = node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0);
    return Plans.reduce((sum, plan) => sum + count(plan), rows * node["Actual Loops"]);
  };
  const plan = row?.["QUERY PLAN"][0].Plan;
  return plan === undefined ? Infinity : count(plan);
}

onNewDatabase("a page of levels is read along an index, at whatever place", async ({ world }) => {
  const [known, storeId] = [await seedStore(world), await seedStore(world)];
  await seedLevels(world, known, 2000);
  await world.admin.query("vacuum analyze");
  await seedLevels(world, storeId, 2000);
  for (const id of [known, storeId])
    for (const order of ["name", "units"] as const) {
      const filter: LevelFilter = { order, conditions: [sql`l.location = 'b'`] };
      const page = (last: Parameters<typeof levelsByIndex>[2]["last"]) =>
        levelsByIndex(id, filter, { last, limit: 21, offset: 0 });
      expect([order, await rowsOf(world, id, page(null))]).toEqual([
        order,
        expect.toSatisfy((n) => n < 1500),
      ]);
      const { rows } = await world.admin.query(
        `select lower(p.name) as name, p.id as "productId", v.position, v.id as "variantId", l.location, l.low_units as units
         from shop.inventory_levels l join shop.variants v on v.id = l.variant_id join shop.products p on p.id = v.product_id
         where l.store_id = $1 and l.low_units = 3 order by lower(p.name), p.id offset 200 limit 1`,
        [id],
      );
      expect([order, await rowsOf(world, id, page(rows[0]))]).toEqual([
        order,
        expect.toSatisfy((n) => n < 1500),
      ]);
    }
});

onNewDatabase(
  "lists of a store that PostgreSQL's statistics don't know join each level by its key",
  async ({ world }) => {
    const known = await seedStore(world);
    await seedLevels(world, known, 1000);
    await world.admin.query("vacuum analyze");
    const storeId = await seedStore(world);
    await seedLevels(world, storeId, 1000);
    const { inventory } = await staffClient(world, storeId);
    expect(await inventory.listLevels({ storeId, limit: 1 })).toMatchObject({ total: 4000 });
    expect((await inventory.listLowStock({ storeId, limit: 1 })).total).toBeGreaterThan(1000);
  },
);

test("pages by number and by cursor list the same levels, whether they are sorted or read along an index", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  await seedLevels(world, storeId, 40);
  await world.admin.query(
    `update shop.products set deleted_at = now() where store_id = $1 and link in ('p3', 'p20', 'p33')`,
    [storeId],
  );
  const { inventory } = await staffClient(world, storeId);
  const lists = {
    name: (query: object) => inventory.listLevels({ storeId, ...query }),
    units: (query: object) => inventory.listLowStock({ storeId, ...query }),
  };
  for (const order of ["name", "units"] as const) {
    const list = lists[order];
    const { total } = await list({ limit: 1 });
    const numbered: string[] = [];
    for (let page = 1; numbered.length < total; page += 1)
      numbered.push(...(await list({ limit: 7, page })).items.map(({ id }) => id));
    expect(new Set(numbered).size).toBe(total);
    const following: string[] = [];
    for (
      let after: string | undefined, next: string | null = "";
      next !== null;
      after = next ?? ""
    ) {
      const found = await list({ limit: 7, ...(after === undefined ? {} : { after }) });
      following.push(...found.items.map(({ id }) => id));
      next = found.next;
    }
    expect(following).toEqual(numbered);
    const ctx = await world.system(storeId);
    const query = levelsByIndex(
      storeId,
      { order, conditions: [] },
      { last: null, limit: 9, offset: 5 },
    );
    const indexed = await ctx.tx((tx) => tx.rows<{ id: string }>(query));
    expect(indexed.map(({ id }) => id)).toEqual(numbered.slice(5, 14));
    await expect(list({ after: "W10" })).rejects.toMatchObject({
      code: "VALIDATION_FAILED",
      details: [{ path: "after" }],
    });
  }
  const { items } = await inventory.listLowStock({ storeId, limit: 100 });
  const available = items.map((level) => level.available);
  expect(available).toEqual(available.toSorted((a, b) => a - b));
  expect(available.at(-1)).toBe(lowStockAt);
});
