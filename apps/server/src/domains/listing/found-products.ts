import type { LanguageCode } from "@vetrina/contract/enumerations";
import { joinSql, type Sql, sql } from "../../platform/database/sql.ts";
import type { SearchQueries } from "./words/search-queries.ts";
import type { WordTables } from "./words/word-tables.ts";

/** What a search finds: the products whose words match its queries, and those of its collections. */
export type SearchInput = {
  queries: SearchQueries;
  /** The requested language, or null to search only the original texts. */
  requested: LanguageCode | null;
  /** The tables of words, for staff or for shoppers. */
  tables: WordTables;
  /** Conditions on p, one for each collection whose name matches the search. */
  collections: readonly Sql[];
};

/** `source`: a table or a subquery in parentheses. */
type Products = { source: Sql; storeId: string };

const maxSuggested = 300;
/** Maximum number of products that a matching collection name adds to a search. */
const maxOfCollection = 1000;

/** Returns an SQL condition that is true if the search finds product p of `source`. */
export function foundBy(source: Sql, storeId: string, search: SearchInput): Sql {
  const where = sql`p.store_id = ${storeId}`;
  return sql`p.id in (select f.id from (${searched({ source, storeId }, search, where, { isRanked: false })}) f)`;
}

/**
 * Returns SQL for the ids of the best matches. Only a few hundred matches are ranked, because a single letter may match
 * half of a store's products.
 */
export function bestFound({ source, storeId }: Products, search: SearchInput, limit: number): Sql {
  const where = sql`p.store_id = ${storeId}`;
  return sql`select f.id from (${searched({ source, storeId }, search, where, { isRanked: true, max: maxSuggested })}) f
    order by f.rank desc, f.published_at desc, f.id limit ${limit}`;
}

/**
 * Returns SQL for the products that a search finds, each once: those with matching words in the requested language or,
 * if untranslated, in the original, and those in collections with matching names. Ranks them only if `isRanked`,
 * because ranking takes as long as finding.
 */
export function searched(
  { source, storeId }: Products,
  search: SearchInput,
  where: Sql,
  { isRanked, max }: { isRanked: boolean; max?: number },
): Sql {
  const { tables, requested, queries } = search;
  const stop = max === undefined ? sql`` : sql` limit ${max}`;
  const asked = asking(queries);
  const query = sql`(select a.query from asked a)`;
  const columns = sql`p.id, p.store_id, p.facet_set, p.price_minor, p.published_at, p.name`;
  const rank = (words: Sql) => (isRanked ? rankOf(words, query, search) : sql`0::real`);
  const foundBy = (words: Sql, wordsOfStore: Sql) => sql`
    select ${columns}, ${rank(sql`w.search`)} as rank from ${tables.own} w
    join ${source} p on p.store_id = w.store_id and p.id = w.product_id
    where w.store_id = ${storeId} and w.search @@ ${words} and ${where}
      and catalogue.words_of_store(w.store_id, w.search) @@ ${wordsOfStore}`;
  const found = foundBy(query, sql`(select a.of_store from asked a)`);
  if (requested === null && search.collections.length === 0) return sql`${asked} ${found}${stop}`;
  const parts = [found];
  if (requested !== null) {
    parts[0] = sql`${found} and not exists (select from ${tables.translated} t
      where t.store_id = p.store_id and t.product_id = p.id and t.language_code = ${requested})`;
    parts.push(sql`select ${columns}, ${rank(sql`t.search`)} as rank from ${tables.translated} t
      join ${source} p on p.store_id = t.store_id and p.id = t.product_id
      where t.store_id = ${storeId} and t.language_code = ${requested} and t.search @@ ${query} and ${where}
        and catalogue.words_of_store(t.store_id, t.search, t.language_code) @@ (select a.of_translations from asked a)`);
    // Only the words of original texts contain SKUs.
    parts.push(foundBy(sql`${queries.sku}::tsquery`, sql`(select a.of_sku from asked a)`));
  }
  for (const [at, part] of parts.entries()) parts[at] = sql`(${part}${stop})`;
  for (const condition of search.collections)
    parts.push(sql`(select ${columns}, 0::real as rank from ${source} p where ${where} and ${condition}
      order by p.published_at desc, p.id limit ${maxOfCollection})`);
  return sql`${asked} select distinct on (p.id) p.* from (${joinSql(parts, " union all ")}) p order by p.id, p.rank desc`;
}

/** Ranks texts with all typed words, whose rank is at most 1, before those that are found by a synonym. */
function rankOf(words: Sql, query: Sql, { queries }: SearchInput): Sql {
  const rank = sql`ts_rank(${words}, ${query})`;
  if (queries.exact === null) return rank;
  return sql`coalesce(1 + nullif(ts_rank(${words}, (select a.exact from asked a)), 0), ${rank})`;
}

/** Searches that find more texts than this are costly whatever their texts. */
export const maxCounted = 2001;

/**
 * Returns SQL for `found`, the number of texts in which the search's words occur, up to `max`, and their `cost`. Reads
 * them along the index, and doesn't read the products or rank the texts, which takes most of a search's time.
 */
export function countFound({ queries }: SearchInput, max: number): Sql {
  return sql`select found, cost from door.count_texts(
    ${queries.ofStore}::tsquery, ${queries.ofTranslations}::tsquery, ${max})`;
}

/**
 * Returns the CTE with a search's queries. As constants, they would make the planner read them, and choose other plans
 * for other words.
 */
function asking({ query, ofStore, exact, ofTranslations, ofSku }: SearchQueries): Sql {
  const exactly = exact === null ? sql`` : sql`, ${exact}::tsquery as exact`;
  const translated =
    ofTranslations === null
      ? sql``
      : sql`, ${ofTranslations}::tsquery as of_translations, ${ofSku}::tsquery as of_sku`;
  return sql`with asked as materialized (
    select ${query}::tsquery as query, ${ofStore}::tsquery as of_store ${translated} ${exactly})`;
}
