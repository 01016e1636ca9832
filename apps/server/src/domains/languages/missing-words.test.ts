// @module-tag slow

import { expect } from "vitest";
import { record } from "#tests/recorded.ts";
import { seedStore } from "#tests/seed.ts";
import { onNewDatabase as test } from "#tests/world.ts";
import { queryable } from "../../platform/database/sql.ts";
import { staffClient } from "../products/catalogue.fixture.ts";
import { seedLargeCatalogue } from "../listing/large-catalogue.fixture.ts";

type Node = { "Node Type": string; "Actual Loops": number; Plans?: Node[] };

test("products whose texts are all translated are found by the indexes", async ({ world }) => {
  const storeId = await seedStore(world);
  const staff = await staffClient(world, storeId);
  await world.admin.query(
    "insert into shop.store_languages (store_id, id, code) values ($1, gen_random_uuid(), 'DE')",
    [storeId],
  );
  await seedLargeCatalogue(queryable(world.admin), storeId, 3);
  const read = (page: number) =>
    staff.languages.listMissingTranslations({ storeId, entityType: "PRODUCT", limit: 2, page });
  const [{ items, total }, next] = [await read(1), await read(2)];
  expect(total).toBeGreaterThan(1);
  const found = [...items, ...next.items].map(({ entityId }) => entityId);
  expect(new Set(found).size).toBe(total);
  const sent = await record(() => read(1));
  const pages = sent.filter(({ text }) => text.includes('"languageCode"'));
  expect(pages.filter(({ text }) => !text.includes("translated_fields"))).toEqual([]);
});

test("the options of all products are read once for the missing words, however many languages the store has", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const staff = await staffClient(world, storeId);
  for (const code of ["DE", "FR", "IT", "ES"] as const)
    await world.admin.query(
      "insert into shop.store_languages (store_id, id, code) values ($1, gen_random_uuid(), $2) on conflict do nothing",
      [storeId, code],
    );
  await seedLargeCatalogue(queryable(world.admin), storeId, 50);
  const read = () => staff.languages.listMissingTranslations({ storeId, entityType: "OPTION" });
  expect((await read()).total).toBeGreaterThanOrEqual(4);
  const sent = await record(read);
  const ours = sent.filter(({ text }) => text.includes("jsonb_array_elements"));
  expect(ours.length).toBeGreaterThan(0);
  for (const { text, values } of ours) {
    const { rows } = await world.admin.query<{ "QUERY PLAN": [{ Plan: Node }] }>(
      `explain (analyze, format json) ${text}`,
      values,
    );
    const loops = (node: Node): number =>
      (node["Node Type"] === "Function Scan" ? node["Actual Loops"] : 0) +
      (node.Plans ?? []).reduce((sum, child) => sum + loops(child), 0);
    const plan = rows[0]?.["QUERY PLAN"][0].Plan;
    if (plan === undefined) throw new Error("There is no plan.");
    // The function scan runs once for each of the 50 products, and once for the few missing words.
    expect(loops(plan)).toBeLessThan(70);
  }
});
