import type { ProductFilter } from "@vetrina/contract/catalogue/bulk-changes";
import type { Context, Transaction } from "../../platform/context.ts";
import { joinSql, type Sql, sql } from "../../platform/database/sql.ts";
import { hasTag } from "../collections/collection-rule.ts";
import { chosenFrom } from "./facets.ts";
import { findByWords } from "./find-by-words.ts";
import { foundBy } from "./found-products.ts";
import { choiceOf } from "./listing.ts";
import { narrow } from "./list-products.ts";
import { allListed } from "../products/read-product.ts";
import { allWords } from "./words/word-tables.ts";

/**
 * Returns SQL for the ids of products, published or not, that match the filter: the conditions that listProducts() also
 * has, one of the tags, and one of the statuses. Does not correct typing errors. Throws NOT_FOUND for an unknown
 * collection.
 */
export async function matchingProducts(
  ctx: Context,
  tx: Transaction,
  filter: ProductFilter,
): Promise<Sql> {
  const { id: storeId, currency } = ctx.store;
  const { conditions, members } = await narrow(ctx, tx, allListed, {
    ...filter,
    slug: undefined,
    ids: undefined,
  });
  if (members !== null) conditions.push(sql`p.id in (${members})`);
  conditions.push(sql`p.store_id = ${storeId}`);
  conditions.push(...choiceOf({ chosen: chosenFrom(filter), storeId, currency }));
  const source = { listed: allListed, words: allWords };
  const text = { text: filter.name ?? "", language: undefined };
  const wordSearch = await findByWords(ctx, tx, source, text);
  if (wordSearch !== null) conditions.push(foundBy(allListed, storeId, await wordSearch.input()));
  if (filter.tag !== undefined) conditions.push(hasTag(filter.tag));
  if (filter.status !== undefined) conditions.push(sql`p.status = any(${filter.status}::text[])`);
  if (filter.sale === false)
    conditions.push(sql`(p.regular_price_minor > p.price_minor) is not true`);
  return sql`select p.id from ${allListed} p where ${joinSql(conditions, " and ")}`;
}
