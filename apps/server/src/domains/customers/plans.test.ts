// @module-tag slow

import { expect } from "vitest";
import { seedStore } from "#tests/seed.ts";
import { onNewDatabase as test, type World } from "#tests/world.ts";
import { type Sql, sql } from "../../platform/database/sql.ts";
import { customerQueries, type Query } from "./list-customers.ts";
import type { CustomerSort } from "./rules.ts";

type Node = {
  "Node Type": string;
  "Index Name"?: string;
  "Relation Name"?: string;
  "Actual Rows": number;
  "Shared Hit Blocks": number;
  "Shared Read Blocks": number;
  Plans?: Node[];
};

async function seedPeople(world: World, storeId: string, count: number): Promise<void> {
  await world.admin.query(
    `insert into shop.customers (store_id, id, email, name, phone, order_count, spent_minor, last_order_at)
     select $1, gen_random_uuid(), 'user' || n || '@example.com', md5(n::text) || ' ' || md5((-n)::text), '+1512' || lpad(n::text, 7, '0'),
       n % 7, (n * 7919) % 100003, case when n % 3 > 0 then now() - n * interval '1 minute' end
     from generate_series(1, $2::int) n`,
    [storeId, count],
  );
}

/**
 * Returns the nodes of the query's plan, with row-level security as for staff, and the number of 8 kB pages that it
 * reads.
 */
async function planOf(world: World, storeId: string, query: Sql) {
  const ctx = await world.system(storeId);
  const row = await ctx.tx((tx) =>
    tx.row<{ "QUERY PLAN": [{ Plan: Node }] }>(
      sql`explain (analyze, buffers, format json) ${query}`,
    ),
  );
  const [plan] = row?.["QUERY PLAN"] ?? [];
  const nodes: string[] = [];
  const walk = (node: Node) => {
    nodes.push(
      `${node["Node Type"]} ${node["Index Name"] ?? node["Relation Name"] ?? ""} ${node["Actual Rows"]}`,
    );
    for (const child of node.Plans ?? []) walk(child);
  };
  if (plan !== undefined) walk(plan.Plan);
  const { "Shared Hit Blocks": hit = Infinity, "Shared Read Blocks": read = 0 } = plan?.Plan ?? {};
  return { nodes: nodes.join("\n"), pages: hit + read };
}

const first: Query = { search: undefined, sort: "newest", cursor: null, limit: 20, offset: 0 };

test("with 20,000 customers, each sort order reads one page from its index, and a search uses the prefix indexes", async ({
  world,
}) => {
  const [storeId, other] = [await seedStore(world), await seedStore(world)];
  await seedPeople(world, storeId, 20_000);
  await seedPeople(world, other, 5000);
  await world.admin.query("vacuum analyze shop.customers");
  const indexes: Record<CustomerSort, string> = {
    newest: "customers_(?:newest|pkey)",
    oldest: "customers_(?:newest|pkey)",
    "last-order": "customers_by_last_order",
    "most-spent": "customers_by_spent",
  };
  const id = "80000000-0000-4000-8000-000000000000";
  const values: Record<CustomerSort, string> = {
    newest: "",
    oldest: "",
    "last-order": "2020-01-01 00:00:00+00",
    "most-spent": "50000",
  };
  for (const [sort, index] of Object.entries(indexes) as [CustomerSort, string][])
    for (const cursor of [null, { value: values[sort], id }]) {
      const { nodes } = await planOf(
        world,
        storeId,
        customerQueries(storeId, { ...first, sort, cursor }).page,
      );
      expect(`${sort} ${nodes}`).toMatch(new RegExp(`Index Scan ${index} 21`));
    }
  for (const search of ["user9999", "+1512", "deadbe", "@"]) {
    const { page, count } = customerQueries(storeId, { ...first, search });
    const [shown, counted] = [
      await planOf(world, storeId, page),
      await planOf(world, storeId, count),
    ];
    expect(shown.nodes).not.toMatch(/Seq Scan customers/);
    expect([search, counted.pages < 5000]).toEqual([search, true]);
  }
  const inside = await world.admin.query<{ "QUERY PLAN": string }>(
    `explain select c.id from shop.customers c where c.store_id = '${storeId}' and c.erased_at is null
       and lower(c.name) operator(pg_catalog.~>=~) 'deadbe' and lower(c.name) operator(pg_catalog.~<~) 'deadbf'`,
  );
  expect(JSON.stringify(inside.rows)).toContain("customers_by_name");
});
