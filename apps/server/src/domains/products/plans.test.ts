import { expect } from "vitest";
import type { ProductSort } from "@vetrina/contract/product-inputs";
import { seedStore } from "../../../../../tests/seed.ts";
import { test, type World } from "../../../../../tests/world.ts";
import { queryable, type Sql, sql } from "../../platform/database/sql.ts";
import { relatedQuery } from "./beside-product.ts";
import { cardsQuery } from "./cards.ts";
import { chosenFrom } from "./facets.ts";
import { seedLargeCatalogue } from "./large-catalogue.fixture.ts";
import { type ListingInput, listingQuery } from "./listing.ts";
import { publishedProducts, publishedWords } from "./read-product.ts";
import { searchTerms, skuText } from "./search-terms.ts";

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

test("with 800 products: search by its index, sorts by theirs, no statement a row", async ({
  world,
}) => {
  const other = await seedStore(world);
  const storeId = await seedStore(world, { slug: "shop" });
  await seedLargeCatalogue(queryable(world.admin), other, 100);
  await seedLargeCatalogue(queryable(world.admin), storeId, 800);
  const input = (over: Partial<ListingInput>): ListingInput => ({
    source: publishedProducts,
    storeId,
    currency: "USD",
    conditions: [],
    search: null,
    chosen: chosenFrom({}),
    sort: null,
    ownOrder: null,
    after: null,
    page: 1,
    limit: 24,
    ...over,
  });

  const search = {
    ...searchTerms({ words: ["silk", "scarf"], inEnglish: true }),
    sku: skuText(["silk", "scarf"]),
    languages: { own: "EN", asked: null },
    translated: publishedWords,
    collections: [],
  } as const;
  const found = (await planOf(world, listingQuery(input({ search })))).join("\n");
  expect(found).toMatch(/Bitmap Index Scan products_search/);
  expect(found).not.toMatch(/Seq Scan products/);

  const indexes: Record<ProductSort, string> = {
    newest: "products_newest",
    "price-low": "products_by_price",
    "price-high": "products_by_price",
    name: "products_by_name",
  };
  for (const [sort, index] of Object.entries(indexes)) {
    const plan = await planOf(world, listingQuery(input({ sort: sort as ProductSort })));
    expect(plan.join("\n")).toMatch(new RegExp(`Index (?:Only )?Scan ${index}`));
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
});
