import { vi } from "vitest";
import type { World } from "#tests/world.ts";
import { type Sql, sql } from "../../platform/database/sql.ts";

/**
 * Blocks the reads that rank or complete searches for this word alone until `release` is called. `begun`: how many have
 * begun; `most`: how many of them ran at a time.
 */
export function holdCostly(world: Pick<World, "services">, word: string) {
  const isAlone = (value: unknown) =>
    typeof value === "string" &&
    (value === word || (value.includes(`'${word}'`) && !value.includes("&")));
  return hold(
    world,
    ({ strings, values }) =>
      /ts_rank\(|search_words/.test(strings.join("")) && values.some(isAlone),
  );
}

/** Blocks the reads that find out what a search for the word costs. */
export function holdLooks(world: Pick<World, "services">, word: string) {
  return hold(
    world,
    ({ strings, values }) =>
      strings.join("").includes("count_texts(") &&
      values.some((value) => typeof value === "string" && value.includes(`${word}'`)),
  );
}

function hold({ services }: Pick<World, "services">, isHeld: (query: Sql) => boolean) {
  const { catalogue } = services.database;
  const real = { ...catalogue };
  const gate = Promise.withResolvers<void>();
  const counts = { begun: 0, running: 0, most: 0 };
  const held = async <Result>(query: Sql, read: () => Promise<Result>): Promise<Result> => {
    if (!isHeld(query)) return read();
    counts.begun += 1;
    counts.running += 1;
    counts.most = Math.max(counts.most, counts.running);
    await gate.promise;
    return read().finally(() => (counts.running -= 1));
  };
  vi.spyOn(catalogue, "rows").mockImplementation((query) => held(query, () => real.rows(query)));
  vi.spyOn(catalogue, "row").mockImplementation((query) => held(query, () => real.row(query)));
  return { counts, release: gate.resolve };
}

/**
 * Inserts products that have the word "coat" and those of `text` in common, and one that has only "zebra", with only the
 * columns that listings read.
 */
export async function seedCoats(
  world: World,
  storeId: string,
  products: number,
  text = "",
): Promise<void> {
  const ctx = await world.system(storeId);
  await ctx.tx((tx) =>
    tx.run(sql`
      with made as (
        insert into shop.products (store_id, id, link, name, status, published_at, category, price_minor)
        select ${storeId}, gen_random_uuid(), 'p' || n, case when n = 0 then 'Zebra' else 'Coat' end, 'ACTIVE',
          now() - n * interval '1 minute', 'coats', 4000
        from generate_series(0, ${products}::int) n returning id, name)
      insert into shop.product_words (store_id, product_id, search) select ${storeId}, id, to_tsvector('english', name || case when name = 'Zebra' then '' else ${text}::text end) from made`),
  );
}
