// @module-tag slow

import { expect } from "vitest";
import type { ProductSort } from "@vetrina/contract/catalogue/product-inputs";
import { seedStore } from "#tests/seed.ts";
import { onNewDatabase as test, type World } from "#tests/world.ts";
import { type Queryable, queryable, type Sql, sql } from "../../platform/database/sql.ts";
import { relatedQuery } from "./list-related.ts";
import { cardsQuery } from "./cards.ts";
import { chosenFrom } from "./facets.ts";
import { seedLargeCatalogue } from "./large-catalogue.fixture.ts";
import { type ListingInput, listingQuery } from "./listing.ts";
import {
  allCounts,
  allListed,
  publishedCounts,
  publishedProducts,
} from "../products/read-product.ts";
import { allWords, publishedWords } from "./words/word-tables.ts";
import { searchQueries } from "./words/search-queries.ts";
import { searchTerms, skuText } from "./words/search-terms.ts";

/**
 * Runs `query` and returns the nodes of its plan, each with its number of loops, such as "Index Scan products_newest 1".
 */
async function planOf(from: Queryable, query: Sql): Promise<string[]> {
  const [row] = await from.rows<{ "QUERY PLAN": [{ Plan: Node }] }>(
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

test("with 800 products, search and sorts use their indexes, and no statement runs per row", async ({
  world,
}) => {
  const { catalogue } = world.services.database;
  const other = await seedStore(world);
  const storeId = await seedStore(world, { slug: "shop" });
  await seedLargeCatalogue(queryable(world.admin), other, 100);
  await seedLargeCatalogue(queryable(world.admin), storeId, 800);
  const input = (over: Partial<ListingInput>): ListingInput => ({
    source: publishedProducts,
    storeId,
    currency: "USD",
    conditions: [],
    members: null,
    counts: { source: publishedCounts, conditions: [] },
    search: null,
    chosen: chosenFrom({}),
    sort: null,
    ownOrder: null,
    after: null,
    page: 1,
    limit: 24,
    ...over,
  });

  const system = await world.system(storeId);
  const queries = await searchQueries(system, {
    ...searchTerms({ words: ["silk", "scarf"], inEnglish: true }),
    sku: skuText(["silk", "scarf"]),
    languages: { own: "EN", requested: null },
  });
  const search = { queries, requested: null, tables: publishedWords, collections: [] };
  const found = (await planOf(catalogue, listingQuery(input({ search })))).join("\n");
  expect(found).toMatch(/Bitmap Index Scan product_words_search/);
  expect(found).not.toMatch(/Seq Scan products/);
  const ofStaff = input({
    source: allListed,
    counts: { source: allCounts, conditions: [] },
    search: { ...search, tables: allWords },
  });
  const foundByStaff = await system.tx((tx) => planOf(tx, listingQuery(ofStaff)));
  expect(foundByStaff.join("\n")).toMatch(/Bitmap Index Scan product_words_search/);

  const indexes: Record<ProductSort, string> = {
    newest: "products_newest",
    "price-low": "products_by_price",
    "price-high": "products_by_price",
    name: "products_by_name",
  };
  for (const [sort, index] of Object.entries(indexes)) {
    const plan = await planOf(catalogue, listingQuery(input({ sort: sort as ProductSort })));
    expect(plan.join("\n")).toMatch(new RegExp(`Index (?:Only )?Scan ${index}`));
  }

  await expectFarPages(world, storeId);

  const { rows } = await world.admin.query<{ id: string }>(
    "select id from shop.products where store_id = $1 order by published_at desc limit 24",
    [storeId],
  );
  const ids = rows.map(({ id }) => id);
  const cards = await planOf(catalogue, cardsQuery(publishedProducts, storeId, ids));
  expect(cards.join("\n")).not.toMatch(/Seq Scan (?:variants|images|products|inventory_levels)/);
  expect(cards.filter((node) => /variants_by_slug|variants_pkey/.test(node))).toHaveLength(1);

  const related = await planOf(catalogue, relatedQuery(storeId, ids[0] ?? "", 8));
  expect(related.join("\n")).not.toMatch(/Seq Scan/);
});

/**
 * Asserts that a numbered page has the expected products, read from either end of the list, and that its cursor
 * continues where the next page begins.
 */
async function expectFarPages(world: World, storeId: string): Promise<void> {
  const orders: Record<ProductSort, string> = {
    newest: "published_at desc, id",
    "price-low": "price_minor, id",
    "price-high": "price_minor desc, id desc",
    name: "lower(name), id",
  };
  for (const [name, order] of Object.entries(orders)) {
    const sort = name as ProductSort;
    const { rows } = await world.admin.query<{ id: string }>(
      `select id from shop.products where store_id = $1 order by ${order}`,
      [storeId],
    );
    const ids = rows.map(({ id }) => id);
    const ask = { linkStoreId: "shop", limit: 90, sort };
    const { products } = world.client();
    for (const page of [6, 7, 8, 9, 10]) {
      const found = await products.listProducts({ ...ask, page });
      const shown = ids.slice(90 * (page - 1), 90 * page);
      expect(found.items.map(({ id }) => id)).toEqual(shown);
      expect(found.next === null).toBe(page >= 9);
      if (page !== 7 || found.next === null) continue;
      const after = await products.listProducts({ ...ask, after: found.next });
      expect(after.items[0]?.id).toBe(ids[90 * page]);
    }
  }
}
