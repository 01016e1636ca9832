// @module-tag slow

import * as fc from "fast-check";
import { expect, inject, test } from "vitest";
import { priceBands } from "@vetrina/contract/catalogue/products";
import { seedStore } from "#tests/seed.ts";
import { openWorld } from "#tests/world.ts";
import { sql } from "../../platform/database/sql.ts";

// Inserts random products with only the columns that listings read. A filter in plain JavaScript gives the expected
// result.
const row = fc.record({
  category: fc.option(fc.constantFrom("dresses", "tops", "shoes")),
  department: fc.option(fc.constantFrom("women", "men", "unisex")),
  price: fc.constantFrom(0, 4999, 5000, 9999, 10_000, 19_999, 20_000, 90_000),
  sizes: fc.uniqueArray(fc.constantFrom("s", "m", "l"), { maxLength: 3 }),
  colors: fc.uniqueArray(fc.constantFrom("navy", "red"), { maxLength: 2 }),
});
const choice = fc.record({
  category: fc.uniqueArray(fc.constantFrom("dresses", "tops", "hats"), { maxLength: 2 }),
  department: fc.uniqueArray(fc.constantFrom("women", "men"), { maxLength: 2 }),
  price: fc.uniqueArray(fc.constantFrom(...priceBands.map(({ value }) => value)), { maxLength: 2 }),
  size: fc.uniqueArray(fc.constantFrom("s", "m"), { maxLength: 2 }),
  color: fc.uniqueArray(fc.constantFrom("navy", "red", "pink"), { maxLength: 2 }),
});
type Row = typeof row extends fc.Arbitrary<infer R> ? R : never;
type Choice = typeof choice extends fc.Arbitrary<infer C> ? C : never;

function valuesOf(one: Row): Record<keyof Choice, string[]> {
  const band = priceBands.find(
    ({ from, below }) => one.price >= from * 100 && (below === null || one.price < below * 100),
  );
  return {
    category: one.category === null ? [] : [one.category],
    department: one.department === null ? [] : [one.department],
    price: [band?.value ?? ""],
    size: one.sizes,
    color: one.colors,
  };
}

const facetNames = ["category", "department", "price", "size", "color"] as const;

function naive(rows: readonly Row[], chosen: Choice) {
  const passes = (one: Row, but: string | null) =>
    facetNames.every((name) => {
      const values: readonly string[] = chosen[name];
      return (
        name === but || values.length === 0 || valuesOf(one)[name].some((v) => values.includes(v))
      );
    });
  const counts = facetNames.map((name) => {
    const values = new Set<string>([
      ...(name === "price" ? priceBands.map(({ value }) => value) : chosen[name]),
      ...rows.flatMap((one) => valuesOf(one)[name]),
    ]);
    const having = (value: string) =>
      rows.filter((one) => valuesOf(one)[name].includes(value) && passes(one, name)).length;
    return [name, Object.fromEntries([...values].map((value) => [value, having(value)]))];
  });
  return {
    total: rows.filter((one) => passes(one, null)).length,
    facets: Object.fromEntries(counts) as unknown,
  };
}

test("facet counts equal those of a plain filter over small random catalogues", async () => {
  const world = await openWorld(inject("adminUrl"), { rateLimits: false });
  try {
    const storeId = await seedStore(world, { slug: "shop" });
    const ctx = await world.system(storeId);
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 12 }), choice, async (rows, chosen) => {
        await ctx.tx(async (tx) => {
          await tx.run(sql`delete from shop.products where store_id = ${storeId}`);
          await tx.run(sql`
            insert into shop.products (store_id, id, link, name, status, published_at, category, department, price_minor, sizes, colors)
            select ${storeId}, gen_random_uuid(), 'p' || at, 'P', 'ACTIVE', now() - interval '1 hour', r ->> 'category',
              r ->> 'department', (r ->> 'price')::int, array(select jsonb_array_elements_text(r -> 'sizes')),
              array(select jsonb_array_elements_text(r -> 'colors'))
            from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) with ordinality t (r, at)`);
        });
        const found = await world
          .client()
          .products.listProducts({ linkStoreId: "shop", ...chosen });
        const facets = Object.fromEntries(
          found.facets.map(({ name, values }) => [
            name,
            Object.fromEntries(values.map(({ value, count }) => [value, count])),
          ]),
        );
        expect({ total: found.total, facets }).toEqual(naive(rows, chosen));
        expect(found.items).toHaveLength(found.total);
      }),
      { numRuns: 150 },
    );
  } finally {
    await world.close();
  }
});
