import { htmlBytes } from "@vetrina/commerce/html-bytes";
import { describe, expect } from "vitest";
import { seedStore } from "#tests/seed.ts";
import { test, type World } from "#tests/world.ts";
import { sql } from "../../platform/database/sql.ts";

/** A value that a collator compares slowly. */
const slow = (at: number) => `${"\u0f40\u0f71\u0f72\u0f74".repeat(20)}${at}`;

const wideValues = (kind: string) =>
  Array.from({ length: 60 }, (_, at) => `${"\uFDFA".repeat(30)}${kind}${at}`);

const sixty = (kind: string) => Array.from({ length: 60 }, (_, at) => `${kind}${at}`);

type Row = { link: string; sizes: string[]; colors: string[]; category?: string };

describe("a facet with thousands of values", () => {
  const wide = Array.from({ length: 25 }, (_, product) => ({
    link: `wide-${product}`,
    sizes: Array.from({ length: 200 }, (__, at) => `s${product}-${at}`),
    colors: Array.from({ length: 200 }, (__, at) => `c${product}-${at}`),
    category: `category-${product}`,
  }));

  test("returns its hundred most frequent values and the chosen ones, and the number of omitted values", async ({
    world,
  }) => {
    const storeId = await seedStore(world);
    const narrow = ["x", "y", "z"].map((link) => ({ link, sizes: ["m", "s24-199"], colors: [] }));
    await seed(world, storeId, [...wide, ...narrow]);
    const list = (query: object = {}) =>
      world.client().products.listProducts({ linkStoreId: storeId, limit: 1, ...query });

    const all = await list();
    expect(all.total).toBe(28);
    const sizes = facetOf(all, "size");
    expect(sizes.values).toHaveLength(101);
    expect(sizes.omittedCount).toBe(5001 - 101);
    expect(countsOf(sizes)).toMatchObject({ m: 3, "s24-199": 4, "s0-0": 1 });
    expect(facetOf(all, "color")).toMatchObject({ omittedCount: 5000 - 100 });
    expect(facetOf(all, "category")).toMatchObject({ omittedCount: 0 });
    expect(labelOf(sizes, "s24-199")).toBe("Label of s24-199");
    expect(JSON.stringify(all).length).toBeLessThan(60_000);

    const chosen = await list({ size: ["s9-150", "m"], category: ["category-9"] });
    expect(chosen.total).toBe(1);
    expect(countsOf(facetOf(chosen, "size"))).toMatchObject({ "s9-150": 1, m: 0, "s9-0": 1 });
    expect(facetOf(chosen, "size").values).toHaveLength(102);
    expect(countsOf(facetOf(chosen, "category"))).toMatchObject({ "category-9": 1 });
    expect(countsOf(facetOf(chosen, "color"))).toMatchObject({ "c9-0": 1 });
  });

  test("limits the total bytes of its values, and sorts slow letters by their code units", async ({
    world,
  }) => {
    const storeId = await seedStore(world);
    const colors = Array.from({ length: 90 }, (_, at) => slow(10 + at));
    await seed(world, storeId, [
      { link: "p", sizes: ["10", "9", "é", "z", slow(1), "ы"], colors },
      { link: "q", sizes: [], colors: colors.slice(80) },
    ]);
    const list = (query: object = {}) =>
      world.client().products.listProducts({ linkStoreId: storeId, limit: 1, ...query });
    const all = await list();
    expect(facetOf(all, "size").values.map(({ value }) => value)).toEqual([
      "9",
      "10",
      "é",
      "z",
      "ы",
      slow(1),
    ]);
    const { values, omittedCount } = facetOf(all, "color");
    expect(values.map(({ value }) => value)).toEqual([...colors.slice(0, 2), ...colors.slice(80)]);
    expect(omittedCount).toBe(90 - 12);
    expect(JSON.stringify(all).length).toBeLessThan(15_000);
    const chosen = await list({ color: [colors[79] ?? ""] });
    expect(countsOf(facetOf(chosen, "color"))).toMatchObject({ [colors[79] ?? ""]: 1 });
  });

  test("limits the total bytes of all facets", async ({ world }) => {
    const storeId = await seedStore(world);
    const categories = wideValues("c");
    await seed(
      world,
      storeId,
      categories.map((category, at) => ({
        link: `p${at}`,
        sizes: wideValues("s"),
        colors: wideValues("c"),
        category,
      })),
    );
    const list = await world.client().products.listProducts({ linkStoreId: storeId, limit: 1 });
    const bytesOf = (name: Facet["name"]) =>
      Buffer.byteLength(
        facetOf(list, name)
          .values.map(({ value }) => value)
          .join(""),
      );
    const all = (["category", "size", "color"] as const).map(bytesOf);
    for (const bytes of all) expect(bytes).toBeLessThanOrEqual(3000);
    expect(Math.min(...all)).toBeGreaterThan(1500);
    expect(all.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(8000);
  });

  test("limits the bytes of its labels, also those of chosen values and of translations", async ({
    world,
  }) => {
    const storeId = await seedStore(world);
    const translations = [...sixty("s"), ...sixty("c")].map((value) => [
      `Label of ${value}`,
      `${"'".repeat(110)}${value}`,
    ]);
    await world.admin.query(
      "insert into shop.store_languages (store_id, id, code) values ($1, gen_random_uuid(), 'DE')",
      [storeId],
    );
    await world.admin.query(
      `insert into shop.translations (store_id, id, entity_type, entity_id, language_code, fields)
       values ($1, gen_random_uuid(), 'OPTION', $1, 'DE', $2)`,
      [storeId, Object.fromEntries(translations)],
    );
    await seed(world, storeId, [{ link: "p", sizes: sixty("s"), colors: sixty("c") }]);
    const { products } = world.client();
    const list = (query: object) =>
      products.listProducts({ linkStoreId: storeId, limit: 1, language: "DE", ...query });
    const all = await list({});
    expect(facetOf(all, "color").values).toHaveLength(9);
    expect(facetOf(all, "color").omittedCount).toBe(60 - 9);
    expect(labelOf(facetOf(all, "color"), "c0")).toBe(`${"'".repeat(110)}c0`);
    expect(labelBytes(all)).toBeLessThan(13_000);
    const chosen = await list({ color: sixty("c").slice(10), size: sixty("s").slice(10) });
    expect(facetOf(chosen, "color").values).toHaveLength(50);
    expect(labelOf(facetOf(chosen, "color"), "c59")).toBe("C59");
    expect(labelBytes(chosen)).toBeLessThan(13_000);
  });

  test("also limits categories", async ({ world }) => {
    const storeId = await seedStore(world);
    await seed(
      world,
      storeId,
      Array.from({ length: 150 }, (_, at) => ({
        link: `p${at}`,
        sizes: [],
        colors: [],
        category: at < 2 ? "last" : `category-${at}`,
      })),
    );
    const list = await world.client().products.listProducts({ linkStoreId: storeId, limit: 1 });
    expect(facetOf(list, "category")).toMatchObject({ omittedCount: 149 - 100 });
    expect(countsOf(facetOf(list, "category"))).toMatchObject({ last: 2 });
  });
});

type List = Awaited<ReturnType<ReturnType<World["client"]>["products"]["listProducts"]>>;
type Facet = List["facets"][number];

function facetOf(list: List, name: Facet["name"]): Facet {
  const facet = list.facets.find((one) => one.name === name);
  if (facet === undefined) throw new Error(`no facet ${name}`);
  return facet;
}

function labelBytes({ facets }: List): number {
  return htmlBytes(facets.flatMap(({ values }) => values.map(({ label }) => label)).join(""));
}

function countsOf({ values }: Facet): Record<string, number> {
  return Object.fromEntries(values.map(({ value, count }) => [value, count]));
}

function labelOf({ values }: Facet, value: string): string | undefined {
  return values.find((one) => one.value === value)?.label;
}

/**
 * Inserts products directly, with only the columns that listings read, because creating thousands of variants would
 * take a minute.
 */
async function seed(world: World, storeId: string, rows: readonly Row[]): Promise<void> {
  const ctx = await world.system(storeId);
  await ctx.tx(async (tx) => {
    await tx.run(sql`
      insert into shop.products (store_id, id, link, name, status, published_at, category, department, price_minor, sizes, colors)
      select ${storeId}, gen_random_uuid(), r ->> 'link', 'P', 'ACTIVE', now() - interval '1 hour', r ->> 'category', 'women', 4000,
        array(select jsonb_array_elements_text(r -> 'sizes')), array(select jsonb_array_elements_text(r -> 'colors'))
      from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) r`);
    await tx.run(sql`
      insert into shop.facet_values (store_id, facet, value, label)
      select distinct ${storeId}::uuid, f.facet, f.value, 'Label of ' || f.value from (
        select 'size' as facet, unnest(sizes) as value from shop.products where store_id = ${storeId}
        union all select 'color', unnest(colors) from shop.products where store_id = ${storeId}) f`);
  });
}
