// @module-tag slow

import { expect } from "vitest";
import { rowsRead } from "#tests/rows-read.ts";
import { seedStore } from "#tests/seed.ts";
import { onNewDatabase as test, type World } from "#tests/world.ts";
import { noteOutcomes } from "./domains/bulk-edits/items.ts";
import { addMissingLevels, lockOpenLevels } from "./domains/inventory/levels.ts";
import { changeOptions } from "./domains/products/change-options.ts";
import {
  editProducts,
  updateProducts,
  writeProductDetails,
  writeRatings,
} from "./domains/products/bulk-writes/products.ts";
import { setPrices, updateVariants } from "./domains/products/bulk-writes/variants.ts";
import type { Context, Transaction } from "./platform/context.ts";
import { sql } from "./platform/database/sql.ts";
import { newId } from "./platform/id.ts";

const all = 2000;
const few = 20;

/** Adds products with one variant each, and a bulk edit with one item for each product. */
async function fill({ admin }: World, storeId: string) {
  const { rows } = await admin.query<{ id: string; link: string; variantId: string }>(
    `with p as (
       insert into shop.products (store_id, id, link, name, status, published_at)
       select $1, gen_random_uuid(), 'p' || n, 'P', 'ACTIVE', now() - interval '1 hour' from generate_series(1, $2::int) n
       returning id, link
     ), v as (
       insert into shop.variants (store_id, id, product_id, name, slug, price_minor, position)
       select $1, gen_random_uuid(), p.id, 'V', 'v', 1000, 0 from p returning id, product_id
     ), l as (
       insert into shop.inventory_levels (store_id, id, variant_id, location, sell_rank)
       select $1, gen_random_uuid(), v.id, 'main', 0 from v
     ), e as (
       insert into shop.bulk_edits (store_id, id, selection, change, product_ids, state, actor_kind, created_at)
       select $1, $1, '{}', '{}', array(select id from p), 'READY', 'system', now()
     )
     select p.id, p.link, v.id as "variantId" from p join v on v.product_id = p.id`,
    [storeId, all],
  );
  await admin.query(
    `insert into shop.bulk_edit_items (store_id, bulk_edit_id, position, product_id, field, before, after, state)
     select $1, $1, n, id, 'STATUS', '""', '""', 'PENDING' from unnest($2::uuid[]) with ordinality p (id, n)`,
    [storeId, rows.map(({ id }) => id)],
  );
  return rows;
}

test("statements with a list of values read no other rows of a store that PostgreSQL has no statistics of", async ({
  world,
}) => {
  await fill(world, await seedStore(world));
  await world.admin.query("analyze");
  const storeId = await seedStore(world);
  const products = (await fill(world, storeId)).slice(0, few);
  const productIds = products.map(({ id }) => id);
  const variantIds = products.map(({ variantId }) => variantId);
  const keys = variantIds.map((variantId) => ({ variantId, location: "main" }));
  const variants = variantIds.map((id, position) => {
    return { id, name: "W", slug: "w", options: { Size: "W" }, position };
  });
  const priced = { sku: null, barcode: null, price: 900, regularPrice: null, weightGrams: null };
  const product = {
    name: "Q",
    description: "",
    seoTitle: null,
    metaDescription: null,
    seoDescription: null,
    publishedAt: null,
    saleEndsAt: null,
    createdAt: null,
    status: "ACTIVE" as const,
    category: null,
    department: null,
    vendor: null,
    tags: [],
    measurements: [],
    bodyMeasurements: [],
    composition: null,
    care: [],
    taxClass: "",
    options: [],
  };
  const changed = products.map(({ id, link }) => ({ ...product, id, link }));
  const outcomes = products.map((_, i) => {
    return { position: i + 1, state: "DONE" as const, reason: null, after: null };
  });
  const edit = { id: storeId, worked: 0, counts: {}, reasons: {} } as Parameters<
    typeof noteOutcomes
  >[1];
  const plan = { options: [], variants, removed: [], values: [] };
  const statements: [string, string, (tx: Transaction, ctx: Context) => Promise<unknown>][] = [
    ["lock levels", "inventory_levels", (tx) => lockOpenLevels(tx, keys)],
    ["add levels", "variants", (tx) => addMissingLevels(tx, keys)],
    [
      "variants",
      "variants",
      (tx) =>
        updateVariants(
          tx,
          variants.map((one) => Object.assign({}, one, priced)),
        ),
    ],
    [
      "prices",
      "variants",
      (tx) =>
        setPrices(
          tx,
          variantIds.map((id) => Object.assign({ id }, priced)),
          new Date(),
        ),
    ],
    ["products", "products", (tx) => updateProducts(tx, changed, new Date())],
    ["details", "products", (tx) => writeProductDetails(tx, changed)],
    ["edits", "products", (tx) => editProducts(tx, changed)],
    ["ratings", "products", (tx) => writeRatings(tx, productIds)],
    ["outcomes", "bulk_edit_items", (tx) => noteOutcomes(tx, edit, "PENDING", outcomes)],
    [
      "options",
      "variants",
      (tx, ctx) => changeOptions(tx, ctx, { id: newId(), options: [] }, plan),
    ],
  ];
  const ctx = await world.system(storeId);
  const counts: Record<string, number> = {};
  for (const [name, table, statement] of statements)
    await ctx.tx(async (tx) => {
      counts[name] = await rowsRead(tx, table, () => statement(tx, ctx));
    });
  expect(Object.entries(counts).filter(([, count]) => count > few * 10)).toEqual([]);
  await ctx.tx(async (tx) => {
    const row = await tx.row(
      sql`select count(*)::int as n from shop.variants where name = 'W' and price_minor = 900`,
    );
    expect(row).toEqual({ n: few });
  });
});
