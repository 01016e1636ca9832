// @module-tag slow

import { expect } from "vitest";
import { seedStore } from "#tests/seed.ts";
import { onNewDatabase as test, type World } from "#tests/world.ts";
import { queryable, type Sql, sql } from "../../platform/database/sql.ts";
import { newId } from "../../platform/id.ts";
import { seedLargeCatalogue } from "../listing/large-catalogue.fixture.ts";
import type { StoredRule } from "./collection-rule.ts";
import { membersOf, sizesOf } from "./rule-members.ts";

const products = 400;

/** Seeds products with 91 long tags each, which PostgreSQL stores outside the row. 60 are common to all products. */
async function seedTagged(world: World): Promise<string> {
  const storeId = await seedStore(world);
  await seedLargeCatalogue(queryable(world.admin), storeId, products);
  await world.admin.query(
    `update shop.products p set tags = tags || array(select 'common' || n from generate_series(1, 60) n)
       || array(select md5(p.link || n) from generate_series(1, 30) n) where store_id = $1`,
    [storeId],
  );
  await world.admin.query("vacuum analyze");
  return storeId;
}

type Work = {
  "Shared Hit Blocks": number;
  "Shared Read Blocks": number;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  Plans?: Work[];
};

/** Returns the number of pages that PostgreSQL reads for the query, and the number of rows that its plan goes through. */
async function workFor({ services }: World, query: Sql): Promise<{ pages: number; rows: number }> {
  const [row] = await services.database.catalogue.rows<{ "QUERY PLAN": [{ Plan: Work }] }>(
    sql`explain (analyze, buffers, format json) ${query}`,
  );
  const plan = row?.["QUERY PLAN"][0].Plan;
  if (plan === undefined) throw new Error("EXPLAIN returned no plan.");
  const pages = plan["Shared Hit Blocks"] + plan["Shared Read Blocks"];
  return { pages, rows: rowsOf(plan) };
}

function rowsOf({ Plans = [], ...node }: Work): number {
  const rows = node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0);
  return Plans.reduce((sum, plan) => sum + rowsOf(plan), rows * node["Actual Loops"]);
}

function collectionsOf(count: number, ruleOf: (at: number) => StoredRule) {
  return Array.from({ length: count }, (_, at) => ({ id: newId(), rule: ruleOf(at) }));
}

function byTags(count: number) {
  return collectionsOf(count, (at) => ({ tag: `common${at + 1}` }));
}

test("products' tags are unpacked once, however many collections have a rule about tags", async ({
  world,
}) => {
  const storeId = await seedTagged(world);
  const source = sql`catalogue.products`;
  for (const [query, many] of [
    [sizesOf, 50],
    [membersOf, 10],
  ] as const) {
    const one = await workFor(world, query(source, storeId, byTags(1)));
    const all = await workFor(world, query(source, storeId, byTags(many)));
    expect(all.pages).toBeLessThan(2 * one.pages);
  }
});

test("products that no rule tells apart are counted as one", async ({ world }) => {
  const storeId = await seedTagged(world);
  const prices = collectionsOf(100, (at) => ({ tag: `tag${at % 5}`, price: { from: 900 + at } }));
  const { rows } = await workFor(world, sizesOf(sql`catalogue.products`, storeId, prices));
  expect(rows).toBeLessThan(50 * products);
});
