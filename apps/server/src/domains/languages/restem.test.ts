import { expect } from "vitest";
import { record } from "#tests/recorded.ts";
import { runJobs } from "#tests/run-jobs.ts";
import { seedStore } from "#tests/seed.ts";
import { test } from "#tests/world.ts";
import { enqueue } from "../../platform/jobs/enqueue.ts";
import { restem } from "./jobs.ts";

test("products with many variants are stemmed in separate transactions", async ({ world }) => {
  const storeId = await seedStore(world);
  await world.admin.query(
    `with p as (
       insert into shop.products (store_id, id, link, name, status, options)
       select $1, gen_random_uuid(), 'p' || n, 'Coat', 'DRAFT', '[]' from generate_series(1, 5) n returning store_id, id, link
     )
     insert into shop.variants (store_id, id, product_id, name, slug, price_minor, position)
     select store_id, gen_random_uuid(), id, 'V', 'v' || n, 1000, n from p, generate_series(1, case when link < 'p4' then 600 else 1 end) n`,
    [storeId],
  );
  const ctx = await world.system(storeId);
  await ctx.tx((tx) => enqueue(tx, restem, {}));
  const sent = await record(() => runJobs(world.services, { jobs: [restem] }));
  const stemmed = sent.filter(({ text }) => text.includes("shop.refresh_listings"));
  const sizes = stemmed.map(({ values }) => (values[1] as string[]).length);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(5);
  expect(Math.max(...sizes)).toBeLessThan(5);
  const { rows } = await world.admin.query("select from shop.jobs where kind = 'language.moved'");
  expect(rows).toEqual([]);
});
