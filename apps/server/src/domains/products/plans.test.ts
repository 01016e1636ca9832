import { expect } from "vitest";
import type { ProductSort } from "@vetrina/contract/products";
import { seedStore } from "../../../../../tests/seed.ts";
import { test, type World } from "../../../../../tests/world.ts";
import { queryable, type Sql, sql } from "../../platform/database/sql.ts";
import { relatedQuery } from "./beside-product.ts";
import { cardsQuery } from "./cards.ts";
import { chosenFrom } from "./facets.ts";
import { seedLargeCatalogue } from "./large-catalogue.fixture.ts";
import { type ListingInput, listingQuery } from "./listing.ts";
import { publishedProducts } from "./read-product.ts";

/** The nodes of the plan as the catalogue's own role gets it: "Index Scan products_newest". */
async function planOf(world: World, query: Sql): Promise<string[]> {
  const { catalogue } = world.services.database;
  const [row] = await catalogue.rows<{ "QUERY PLAN": [{ Plan: Node }] }>(
    sql`explain (analyze, format json) ${query}`,
  );
  const nodes: string[] = [];
  const walk = (node: Node) => {
    nodes.push(
      [node["Node Type"], node["Index Name"] ?? node["Relation Name"] ?? "", node["Actual Loops"]]
        .join(" ")
        .trim(),
    );
    for (const child of node.Plans ?? []) walk(child);
  };
  const plan = row?.["QUERY PLAN"][0].Plan;
  if (plan !== undefined) walk(plan);
  return nodes;
}

type Node = {
  "Node Type": string;
  "Index Name"?: string;
  "Relation Name"?: string;
  "Actual Loops": number;
  Plans?: Node[];
};

test("with 5,000 products: search by its index, sorts by theirs, no statement a row", async ({
  world,
}) => {
  const other = await seedStore(world);
  const storeId = await seedStore(world, { slug: "shop" });
  await seedLargeCatalogue(world, other, 1000);
  await seedLargeCatalogue(world, storeId, 5000);
  const input = (over: Partial<ListingInput>): ListingInput => ({
    source: publishedProducts,
    storeId,
    currency: "USD",
    conditions: [],
    search: null,
    chosen: chosenFrom({}),
    sort: undefined,
    ownOrder: null,
    page: 1,
    limit: 24,
    ...over,
  });

  const search = await planOf(world, listingQuery(input({ search: { words: ["silk", "4"] } })));
  expect(search.join("\n")).toMatch(/Bitmap Index Scan products_search/);
  expect(search.join("\n")).not.toMatch(/Seq Scan products/);

  const indexes: Record<ProductSort, string> = {
    newest: "products_newest",
    "price-low": "products_by_price",
    "price-high": "products_by_price",
    name: "products_by_name",
  };
  for (const [sort, index] of Object.entries(indexes)) {
    const plan = await planOf(world, listingQuery(input({ sort: sort as ProductSort })));
    expect(plan.join("
")).toMatch(new RegExp(`Index (?:Only )?Scan ${index}`));
  }

  const { rows } = await world.admin.query<{ id: string }>(
    "select id from shop.products where store_id = $1 order by published_at desc limit 24",
    [storeId],
  );
  const ids = rows.map(({ id }) => id);
  const cards = await planOf(world, cardsQuery(publishedProducts, storeId, ids));
  expect(cards.join("\n")).not.toMatch(/Seq Scan (?:variants|images|products|inventory_levels)/);
  expect(cards.filter((node) => /variants_by_slug|variants_pkey/.test(node))).toHaveLength(1);

  const related = await planOf(
    world,
    relatedQuery(storeId, ids[0] ?? "", { category: "dresses", department: "women" }, 8),
  );
  expect(related.join("\n")).not.toMatch(/Seq Scan/);

  await measure(world);
});

/** What each call takes through the client, in ms: median of 15. Printed with BENCH=1. */
async function measure(world: World): Promise<void> {
  const client = world.client();
  const call = (query: object) => client.products.listProducts({ linkStoreId: "shop", ...query });
  const calls: Record<string, () => Promise<unknown>> = {
    page: () => client.products.getProductPage({ id: "shop", link: "piece-77" }),
    newest: () => call({ limit: 24, sort: "newest" }),
    facets: () => call({ limit: 24, sort: "price-low", color: ["navy"], size: ["m"] }),
    category: () => call({ limit: 24, category: ["dresses"] }),
    search: () => call({ limit: 24, name: "silk dress" }),
    mistyped: () => call({ limit: 24, name: "silk drss" }),
    deep: () => call({ limit: 24, page: 200, sort: "name" }),
  };
  const medians: Record<string, number> = {};
  for (const [name, run] of Object.entries(calls)) {
    const times: number[] = [];
    for (let i = 0; i < 15; i += 1) {
      const from = performance.now();
      await run();
      times.push(performance.now() - from);
    }
    medians[name] = Math.round((times.sort((a, b) => a - b)[7] ?? 0) * 10) / 10;
  }
  if (process.env["BENCH"] === "1") console.log(medians);
  expect(medians["newest"]).toBeLessThan(500);
  expect(await queryable(world.admin).rows(sql`select from shop.products limit 1`)).toHaveLength(1);
}
