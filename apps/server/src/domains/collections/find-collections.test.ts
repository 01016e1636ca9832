// @module-tag slow

import { expect } from "vitest";
import { seedStore } from "#tests/seed.ts";
import { onNewDatabase as test, type World } from "#tests/world.ts";
import { type Sql, sql } from "../../platform/database/sql.ts";
import { unstemmedQuery } from "../languages/words-query.ts";
import { collectionsNamed } from "./find-collections.ts";

/** Letters that each become 18 characters of plain text. */
const long = "\uFDFA".repeat(200);

/** Seeds collections whose names are costly to convert to plain text, half of them translated. */
async function seedCollections(world: World, storeId: string, count: number): Promise<void> {
  await world.admin.query(
    "insert into shop.store_languages (store_id, id, code, is_published) values ($1, gen_random_uuid(), 'DE', true)",
    [storeId],
  );
  await world.admin.query(
    `with made as (
       insert into shop.collections (store_id, id, link, name, position)
       select $1, gen_random_uuid(), 'c-' || n, 'T-shirts ' || n || ' ' || $3::text, n from generate_series(1, $2::int) n
       returning id, position)
     insert into shop.translations (store_id, id, entity_type, entity_id, language_code, fields)
     select $1, gen_random_uuid(), 'COLLECTION', id, 'DE', jsonb_build_object('name', 'Hemd ' || position || ' ' || $3::text)
     from made where position % 2 = 0`,
    [storeId, count, long],
  );
  await world.admin.query("analyze shop.collections, shop.translations");
}

test("finds collections with the indexes of words, without converting any name to plain text again", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  await seedCollections(world, await seedStore(world), 100);
  await seedCollections(world, storeId, 400);
  const { catalogue } = world.services.database;
  const ctx = await world.system(storeId);
  const find = async (words: readonly string[], language: string | null) =>
    collectionsNamed(storeId, { query: await unstemmedQuery(ctx, words), language, limit: 3 });
  const planOf = async (query: Sql) =>
    JSON.stringify(await catalogue.rows(sql`explain (analyze, verbose, format json) ${query}`));
  for (const [words, language, found] of [
    [["t-shirts", "7"], null, 3],
    [["hemd", "8"], null, 0],
    [["hemd", "8"], "DE", 3],
    [["t9"], "DE", 0],
  ] as const) {
    const query = await find(words, language);
    expect(await catalogue.rows(query)).toHaveLength(found);
    const plan = await planOf(query);
    expect(plan).toContain("collections_by_words");
    expect(plan.includes("translations_by_words")).toBe(language !== null);
    expect(plan).not.toMatch(/plain_text|regexp_replace/);
  }
  const ofAll = await find(["t-shirts"], "DE");
  expect(await catalogue.rows(ofAll)).toHaveLength(3);
  expect(await planOf(ofAll)).not.toMatch(/plain_text|regexp_replace/);
});
