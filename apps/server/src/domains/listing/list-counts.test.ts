import * as fc from "fast-check";
import { expect } from "vitest";
import { seedStore } from "#tests/seed.ts";
import { test, type World } from "#tests/world.ts";
import { sql } from "../../platform/database/sql.ts";
import { bandStarts, bandSteps } from "./facets.ts";
import { settleListCounts } from "../products/jobs.ts";

/** Possible changes to a product: for each column, the SQL values that it may get. */
const happenings = {
  status: ["'ACTIVE'", "'DRAFT'", "'ARCHIVED'"],
  published_at: ["null", "now() - interval '1 day'", "now() + interval '1 day'"],
  price_minor: ["0", "4999", "5000", "20000"],
  regular_price_minor: ["null", "5000", "90000"],
  in_stock: ["true", "false"],
  category: ["null", "'dresses'", "'tops'"],
  deleted_at: ["null", "now()"],
};
const change = fc.oneof(
  ...Object.entries(happenings).map(([column, values]) =>
    fc.record({ column: fc.constant(column), value: fc.constantFrom(...values) }),
  ),
);
const move = fc.oneof(
  { weight: 6, arbitrary: fc.record({ at: fc.nat(5), change }) },
  { weight: 1, arbitrary: fc.constant("settle" as const) },
);

const pairs = [
  { products: "catalogue.products", counts: "catalogue.list_counts" },
  {
    products: "(select * from shop.products where deleted_at is null) p",
    counts: "shop.list_counts",
  },
];

/** Returns the groups of products whose precomputed counts differ from a direct count, for shoppers and for staff. */
async function differences(world: World, storeId: string): Promise<unknown[]> {
  const found = await Promise.all(
    pairs.map(({ products, counts }) => {
      const direct = `
        select facet_set, catalogue.price_step(price_minor), coalesce(regular_price_minor > price_minor, false), in_stock, count(*)
        from ${products} where store_id = $1 group by 1, 2, 3, 4`;
      const counted = `
        select facet_set, step, on_sale, in_stock, sum(products) from ${counts} where store_id = $1
        group by 1, 2, 3, 4 having sum(products) <> 0`;
      return world.admin.query(
        `((${direct}) except (${counted})) union all ((${counted}) except (${direct}))`,
        [storeId],
      );
    }),
  );
  return found.flatMap(({ rows }) => rows as unknown[]);
}

test("precomputed counts match the products after any changes, whenever these are settled", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const ctx = await world.system(storeId);
  await ctx.tx((tx) =>
    tx.run(sql`
      insert into shop.products (store_id, id, link, name)
      select ${storeId}, gen_random_uuid(), 'p' || at, 'P' from generate_series(0, 5) at`),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(move, { minLength: 4, maxLength: 12 }), async (moves) => {
      for (const one of moves) {
        if (one === "settle")
          await Promise.all([1, 3].map((batch) => settleListCounts(world.services, batch)));
        else
          await world.admin.query(
            `update shop.products set ${one.change.column} = ${one.change.value} where store_id = $1 and link = $2`,
            [storeId, `p${one.at}`],
          );
      }
      expect(await differences(world, storeId)).toEqual([]);
    }),
    { numRuns: 25 },
  );
  await settleListCounts(world.services);
  const { rows } = await world.admin.query("select from shop.list_counts where seq > 0");
  expect(rows).toEqual([]);
});

test("the server and the database calculate the same price step for every number of decimals", async ({
  world,
}) => {
  for (const currency of ["JPY", "USD", "KWD", "CLF"]) {
    const starts = bandStarts(currency);
    const { rows } = await world.admin.query<{ step: number }>(
      "select catalogue.price_step(start) as step from unnest($1::int[]) with ordinality s (start, at) order by at",
      [starts],
    );
    expect(rows.map(({ step }) => step)).toEqual(bandSteps(currency));
  }
});
