// @module-tag slow

import { expect } from "vitest";
import { record } from "#tests/recorded.ts";
import { rowsRead } from "#tests/rows-read.ts";
import { seedProduct, seedStore } from "#tests/seed.ts";
import { onNewDatabase as test } from "#tests/world.ts";
import { findRecords } from "./find-records.ts";
import type { Named } from "./named.ts";

const all = 2000;
const few = 20;
const unused = {} as Named;
const timeOf = (i: number) => new Date(1_700_000_000_000 + i * 60_000).toISOString();

test("a review is found by its time, without reading the others of the product", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const { productId } = await seedProduct(world, storeId, { link: "dress" });
  await world.admin.query(
    `insert into shop.reviews (store_id, id, product_id, name, rating, title, content, created_at)
     select $1, gen_random_uuid(), $2, 'Ada', 5, '', '', $3::timestamptz + n * interval '1 minute' + interval '987 microseconds'
     from generate_series(0, $4::int - 1) n`,
    [storeId, productId, timeOf(0), all],
  );
  const records = Array.from({ length: few }, (_, i) => ({
    type: "review" as const,
    product: "dress",
    name: "Ada",
    rating: 5,
    title: "",
    content: "",
    fit: null,
    verified: false,
    status: "PENDING" as const,
    helpful: 0,
    reply: null,
    createdAt: timeOf(i * 100),
  }));
  const ctx = await world.system(storeId);
  for (const isKnown of [false, true]) {
    if (isKnown) await world.admin.query("analyze");
    const read = await ctx.tx((tx) =>
      rowsRead(tx, "reviews", async () => {
        const found = await findRecords(ctx, tx, records, unused);
        expect(found.filter((one) => one?.same)).toHaveLength(few);
      }),
    );
    expect(read).toBeLessThan(few * 5);
  }
});

test("a policy's versions are compared once, not each with each", async ({ world }) => {
  const storeId = await seedStore(world);
  await world.admin.query(
    `with p as (
       insert into shop.policies (store_id, id, type, title, content, version)
       values ($1, $1, 'TERMS_OF_SERVICE', 'T', '<p>x</p>', $2::int) returning id)
     insert into shop.policy_versions (store_id, policy_id, version, title, content, created_at)
     select $1, p.id, n, 'T', '<p>x</p>', $3::timestamptz + (n - $2::int) * interval '1 minute' from p, generate_series(1, $2::int) n`,
    [storeId, 200, timeOf(0)],
  );
  const earlier = Array.from({ length: 199 }, (_, i) => ({
    title: "T",
    content: "<p>x</p>",
    at: timeOf(i - 199),
  }));
  const policy = {
    type: "policy" as const,
    kind: "TERMS_OF_SERVICE" as const,
    title: "T",
    content: "<p>x</p>",
    since: timeOf(0),
    earlier,
  };
  const ctx = await world.system(storeId);
  const statements = await record(() =>
    ctx.tx(async (tx) => {
      expect(await findRecords(ctx, tx, [policy], unused)).toMatchObject([{ same: true }]);
    }),
  );
  const found = statements.find(({ text }) => text.includes("shop.policy_versions"));
  if (found === undefined) throw new Error("the versions were not compared");
  const { rows } = await world.admin.query(`explain (analyze) ${found.text}`, found.values);
  expect(JSON.stringify(rows)).not.toContain("Removed by Join Filter");
});
