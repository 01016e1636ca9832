// @module-tag slow

import { expect, vi } from "vitest";
import { record, type Statement } from "#tests/recorded.ts";
import { seedStore } from "#tests/seed.ts";
import { test, type World } from "#tests/world.ts";
import { sql } from "../../platform/database/sql.ts";
import { addressTime } from "../../platform/http/callers/address-time.ts";

const limited = test.extend({ options: { rateLimits: true } });
const products = 5200;
const valuesOfSet = 6;

test("a list of a store with thousands of facet sets reads a limited number of values, and caches its counts", async ({
  world,
}) => {
  const storeId = await seedStore(world, { slug: "shop" });
  await seed(world, storeId);
  const list = (query: object = {}) =>
    world.client().products.listProducts({ linkStoreId: "shop", limit: 1, ...query });

  let all: Awaited<ReturnType<typeof list>> | undefined;
  const first = await record(async () => (all = await list()));
  const readIds = idsOf(first.filter(({ text }) => /json_build_array\(id, sizes/.test(text)));
  expect(readIds.length * valuesOfSet).toBeLessThanOrEqual(20_000);
  expect(readIds.length).toBeGreaterThan(1000);
  expect(all?.total).toBe(products);
  expect(countsOf(all, "price")).toEqual({
    "under-50": products / 2,
    "50-100": products / 2,
    "100-200": 0,
    "over-200": 0,
  });
  expect(all?.facets.find(({ name }) => name === "size")?.values).toHaveLength(100);

  // From here on, the store's facets are known to be expensive to count, so their counts are cached.
  await list();
  const again = await record(async () =>
    expect(await list({ page: 3 })).toMatchObject({ total: products }),
  );
  expect(again.filter(({ text }) => /counted|facet_sets/.test(text))).toEqual([]);

  // Chooses a product whose facet set is not one of those counted individually.
  const last = await list({ size: [`s${products}-1`], price: ["under-50"] });
  expect(last.total).toBe(1);
  expect(countsOf(last, "price")).toMatchObject({ "under-50": 1, "50-100": 0 });
  const none = await list({ size: [`s${products}-1`], price: ["50-100"] });
  expect(none.total).toBe(0);
  expect((await list({ category: ["c1"] })).total).toBe(products / 2);
  const far = await list({ limit: 100, page: 51 });
  expect(far.items).toHaveLength(100);
  expect((await list({ name: "coat" })).total).toBe(products);
});

test("concurrent callers share one count of such a store", async ({ world }) => {
  const storeId = await seedStore(world, { slug: "shop" });
  await seed(world, storeId);
  const list = (size: string) =>
    world.client().products.listProducts({ linkStoreId: "shop", limit: 1, size: [size] });
  await list("s1-1");
  const work = await record(() => Promise.all(Array.from({ length: 5 }, () => list("s2-1"))));
  // Two queries for all calls together: one counts the facets, one the products of the chosen size by price band.
  expect(work.filter(({ text }) => /with\s+counted as/.test(text))).toHaveLength(2);
});

limited(
  "a caller's lists of such a store are counted three at a time, and use the caller's time",
  async ({ world }) => {
    const storeId = await seedStore(world, { slug: "shop" });
    await seed(world, storeId);
    let [counted, most, total] = [0, 0, 0];
    const spend = vi.spyOn(addressTime, "spend").mockImplementation((_, ms) => {
      // Counting the 5,000 sets is charged as 25 ms, which is 1 ms for each 200 sets. Other charges are for queries.
      if (ms !== 25) return;
      counted += 1;
      total += 1;
      most = Math.max(most, counted);
    });
    const shopper = world.client({ address: "198.51.100.90" });
    const list = async (size: string) => {
      await shopper.products.listProducts({ linkStoreId: "shop", limit: 1, size: [size] });
      counted -= 1;
    };
    await Promise.all(Array.from({ length: 20 }, (_, i) => list(`s${i + 1}-1`)));
    spend.mockRestore();
    expect(total).toBe(20);
    expect(most).toBeGreaterThan(1);
    expect(most).toBeLessThanOrEqual(4);
  },
);

function idsOf(statements: readonly Statement[]): number[] {
  return statements.flatMap(({ values }) => values.filter(Array.isArray).flat() as number[]);
}

type List = Awaited<ReturnType<ReturnType<World["client"]>["products"]["listProducts"]>>;

function countsOf(list: List | undefined, name: string): Record<string, number> {
  const values = list?.facets.find((facet) => facet.name === name)?.values ?? [];
  return Object.fromEntries(values.map(({ value, count }) => [value, count]));
}

/** Inserts products directly, with only the columns that listings read. Each product has its own sizes and colors. */
async function seed(world: World, storeId: string): Promise<void> {
  const ctx = await world.system(storeId);
  await ctx.tx((tx) =>
    tx.run(sql`
      with made as (
        insert into shop.products (store_id, id, link, name, status, published_at, category, department, price_minor, sizes, colors)
        select ${storeId}, gen_random_uuid(), 'p' || n, 'Coat', 'ACTIVE', now() - n * interval '1 minute', 'c' || n % 2, 'women',
          case when n % 2 = 0 then 4000 else 6000 end,
          array['s' || n || '-1', 's' || n || '-2', 's' || n || '-3'], array['c' || n || '-1', 'c' || n || '-2', 'c' || n || '-3']
        from generate_series(1, ${products}::int) n returning id)
      insert into shop.product_words (store_id, product_id, search) select ${storeId}, id, to_tsvector('english', 'coat') from made`),
  );
}
