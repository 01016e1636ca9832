// @module-tag slow

import { expect } from "vitest";
import { templateName } from "#tests/database-server.ts";
import { record, replay, type Statement } from "#tests/recorded.ts";
import { seedStore } from "#tests/seed.ts";
import { onNewDatabase as test, type World } from "#tests/world.ts";
import { rolesOf } from "../../platform/database/roles.ts";
import { queryable } from "../../platform/database/sql.ts";
import { seedLargeCatalogue } from "./large-catalogue.fixture.ts";

/** Gives the store products, translations and collections with 400 words each that all begin with the same letter. */
async function seedWords({ admin }: World, storeId: string, count: number): Promise<void> {
  const words = `(select string_agg('q' || p.n * 400 + k, ' ') from generate_series(1, 400) k)`;
  await admin.query(
    `with p as (select n, gen_random_uuid() as id from generate_series(1, $2::int) n),
      made as (
        insert into shop.products (store_id, id, link, name, status, published_at)
        select $1, p.id, 'q-' || n, 'Q', 'ACTIVE', now() from p),
      worded as (
        insert into shop.product_words (store_id, product_id, search)
        select $1, p.id, setweight(to_tsvector('simple', ${words}), 'A') from p)
     insert into shop.translated_words (store_id, product_id, language_code, search)
     select $1, p.id, 'DE', setweight(to_tsvector('simple', ${words}), 'A') from p`,
    [storeId, count],
  );
  await admin.query(
    `with p as (
       insert into shop.collections (store_id, id, link, name, position)
       select $1, gen_random_uuid(), 'q-' || n, (select string_agg('q' || n * 400 + k, ' ') from generate_series(1, 400) k), n
       from generate_series(1, $2::int) n returning id, position as n)
     insert into shop.translations (store_id, id, entity_type, entity_id, language_code, fields)
     select $1, gen_random_uuid(), 'COLLECTION', p.id, 'DE', jsonb_build_object('name', ${words}) from p`,
    [storeId, count],
  );
}

/** Returns how many pages PostgreSQL reads for the statements, run with the database role that serves public calls. */
async function pagesRead(
  { admin }: World,
  statements: readonly Statement[],
  planMode: string,
): Promise<number> {
  const client = await admin.connect();
  const soFar = async () => {
    const { rows } = await client.query<{ n: number }>(
      `select sum(pg_stat_get_xact_blocks_fetched(oid))::int as n from pg_class where relnamespace = 'shop'::regnamespace`,
    );
    return rows[0]?.n ?? 0;
  };
  try {
    await client.query(
      `begin; set local role "${rolesOf(templateName).catalogue}"; set local plan_cache_mode = ${planMode}`,
    );
    const before = await soFar();
    await replay(client, statements);
    return (await soFar()) - before;
  } finally {
    await client.query("rollback");
    client.release();
  }
}

test("a search reads no words of other stores, however many begin with the same letter", async ({
  world,
}) => {
  const [storeId, other] = [await seedStore(world, { slug: "shop" }), await seedStore(world)];
  for (const id of [storeId, other])
    await world.admin.query(
      "insert into shop.store_languages (store_id, id, code, is_published) values ($1, gen_random_uuid(), 'DE', true)",
      [id],
    );
  await seedLargeCatalogue(queryable(world.admin), storeId, 40);
  await seedWords(world, storeId, 1);
  await seedLargeCatalogue(queryable(world.admin), other, 400);
  const { products, search } = world.client();
  const searches: Record<string, () => Promise<unknown>> = {
    list: async () =>
      expect((await products.listProducts({ linkStoreId: "shop", name: "q" })).total).toBe(1),
    "list in German": async () => {
      const found = await products.listProducts({ linkStoreId: "shop", name: "q", language: "DE" });
      expect(found.total).toBe(1);
    },
    suggestions: async () => {
      const found = await search.listSuggestions({ storeId, query: "q", language: "DE" });
      expect([found.products.length, found.collections.length]).toEqual([1, 1]);
    },
  };
  const read = async () => {
    const pages: Record<string, number> = {};
    for (const [name, run] of Object.entries(searches)) {
      const sent = await record(run);
      for (const [kind, isOf] of Object.entries({
        products: /\.search @@/,
        collections: /\.words @@/,
      })) {
        const statements = sent.filter(({ text }) => isOf.test(text));
        expect(statements.length).toBeGreaterThan(0);
        for (const mode of ["force_custom_plan", "force_generic_plan"])
          pages[`${name}, ${kind}, ${mode}`] = await pagesRead(world, statements, mode);
      }
    }
    return pages;
  };
  const before = await read();
  await seedWords(world, other, 300);
  await world.admin.query("vacuum analyze");
  const after = await read();
  const grown = Object.entries(after).filter(([name, pages]) => pages > (before[name] ?? 0) + 100);
  expect(grown).toEqual([]);
  // Indexes of words have no statistics, because ANALYZE would keep the words of up to 30,000 products in memory.
  const { rows } = await world.admin.query(
    "select tablename from pg_stats where tablename ~ '_by_words$|^(product|translated)_words_search$'",
  );
  expect(rows).toEqual([]);
});

test("the condition for the index of words finds at least what the search itself finds", async ({
  world,
}) => {
  const { rows } = await world.admin.query<{ words: string; asked: string; isFound: boolean }>(
    `with words (words) as (
       select to_tsvector('english', w) from unnest(array['t-shirt of silk', 'it''s C:\\temp\\a.txt', 'a.b@example.com/x?y=1',
         repeat('long', 30) || ' ' || repeat('ж', 300)]) w
       union all select array_to_tsvector(array['#a-1', 'o''neil', 'back\\slash', 'a <-> b', '&', '|', '(', ':*', '42'])
       union all select array_to_tsvector(array(select n || repeat('w', 30) from generate_series(1, 30000) n))
       union all select ''),
     asked (asked) as (
       select to_tsquery('english', q) from unnest(array['''t-shirt''', '''T-shirt'':*AB & silk', '(silk | wool) & shirt:A',
         '''C:\\\\temp\\\\a.txt''', '''a.b@example.com/x?y=1'' | nothing', 'long:*', repeat('long', 30), repeat('long', 29) || ':*D',
         repeat('ж', 300) || ' | silk', 'silk <2> shirt', 'shirt <-> silk', 'cotton']) q
       union all select q::tsquery from unnest(array['''#a'':*', '''o''''neil'':*AB', '''back\\\\slash''', '''a <-> b''', '''&'' & ''|'' & ''(''',
         ''':*'':*B | x', '''1${"w".repeat(30)}''', '''29${"w".repeat(30)}'' & 3:*', '42 | x', '']) q)
     select words::text, asked::text, catalogue.words_of_store(id, words) @@ catalogue.query_of_store(id, asked) as "isFound"
     from words, asked, gen_random_uuid() id where words @@ asked`,
  );
  expect(rows.length).toBeGreaterThan(15);
  expect(rows.filter(({ isFound }) => !isFound)).toEqual([]);
});
