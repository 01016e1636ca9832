import { expect } from "vitest";
import { seedStore } from "#tests/seed.ts";
import { untilBlocked } from "#tests/until-blocked.ts";
import { test, type World } from "#tests/world.ts";
import { sql } from "../../platform/database/sql.ts";

const limited = test.extend({ options: { rateLimits: true } });
const addresses = Array.from({ length: 8 }, (_, i) => `198.51.100.${1 + i}`);

limited(
  "searches of a store with thousands of matches run one at a time, while lists and other stores' searches go on",
  async ({ world }) => {
    const large = await seedStore(world, { slug: "large" });
    await seed(world, large, 2100);
    const small = await seedStore(world, { slug: "small" });
    await seed(world, small, 3);
    const list = (linkStoreId: string, address: string, query: object = {}) =>
      world.client({ address }).products.listProducts({ linkStoreId, limit: 1, ...query });
    const search = (store: string, address: string) => list(store, address, { name: "coat" });

    for (const store of ["large", "small"]) await search(store, "203.0.113.1");
    const lock = await world.admin.connect();
    let searches: Promise<{ total: number }[]>;
    let others: Promise<{ total: number }[]>;
    try {
      await lock.query("begin");
      await lock.query("lock table shop.product_words");
      searches = Promise.all(addresses.map((address) => search("large", address)));
      await untilBlocked(world, 1);
      expect(await list("large", "203.0.113.1")).toMatchObject({ total: 2100 });
      await untilBlocked(world, 1);
      others = Promise.all(addresses.slice(0, 2).map((address) => search("small", address)));
      await untilBlocked(world, 3);
    } finally {
      await lock.query("rollback");
      lock.release();
    }
    expect((await searches).map(({ total }) => total)).toEqual(addresses.map(() => 2100));
    expect((await others).map(({ total }) => total)).toEqual([3, 3]);
  },
);

/** Inserts products that have a word in common, with only the columns that listings read. */
async function seed(world: World, storeId: string, products: number): Promise<void> {
  const ctx = await world.system(storeId);
  await ctx.tx((tx) =>
    tx.run(sql`
      with made as (
        insert into shop.products (store_id, id, link, name, status, published_at, category, price_minor)
        select ${storeId}, gen_random_uuid(), 'p' || n, 'Coat', 'ACTIVE', now() - n * interval '1 minute', 'coats', 4000
        from generate_series(1, ${products}::int) n returning id)
      insert into shop.product_words (store_id, product_id, search) select ${storeId}, id, to_tsvector('english', 'coat') from made`),
  );
}
