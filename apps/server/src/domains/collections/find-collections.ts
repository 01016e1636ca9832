import { isUuid } from "@vetrina/contract/common";
import type { Context } from "../../platform/context.ts";
import { type Queryable, type Sql, sql } from "../../platform/database/sql.ts";
import { queryOfStore, unstemmedQuery } from "../languages/words-query.ts";
import type { CollectionRow } from "./collection-rule.ts";

/** Returns the published collections with these links or ids. Unknown and malformed ones are left out. */
export async function findCollections(
  from: Queryable,
  storeId: string,
  by: { links: readonly string[] } | { ids: readonly string[] },
): Promise<CollectionRow[]> {
  const named =
    "links" in by
      ? sql`c.link = any(${by.links}::text[])`
      : sql`c.id = any(${by.ids.filter(isUuid)}::uuid[])`;
  return from.rows<CollectionRow>(
    sql`select c.id, c.rule from catalogue.collections c where c.store_id = ${storeId} and ${named} order by c.position, c.id`,
  );
}

type Named = { words: readonly string[]; language: string | null; limit: number };

/**
 * Returns the published collections whose name or translated name contains every word. The last word may be a prefix.
 */
export async function findCollectionsByName(
  ctx: Context,
  { words, language, limit }: Named,
): Promise<(CollectionRow & { link: string; name: string })[]> {
  const query = await unstemmedQuery(ctx, words);
  return ctx.catalogue.rows(collectionsNamed(ctx.store.id, { query, language, limit }));
}

/**
 * Returns SQL for collections found by name. Searches names and translated names separately, each with its own index.
 * PostgreSQL would read all names of the store if one query combined them with `or` or sorted them by position.
 */
export function collectionsNamed(
  storeId: string,
  { query, language, limit }: Pick<Named, "language" | "limit"> & { query: string },
): Sql {
  // Left out of the SQL without a language. A null parameter would make one cached plan serve both cases.
  const translated =
    language === null
      ? sql``
      : sql`
      union all
      select t.entity_id from catalogue.translations t
      where t.store_id = ${storeId} and t.entity_type = 'COLLECTION' and t.language_code = ${language}
        and catalogue.words_of_store(t.store_id, t.collection_words, t.language_code)
          @@ (select ${queryOfStore(storeId, query, language)}::tsquery)
        and t.collection_words @@ ${query}::tsquery`;
  return sql`
    with found as materialized (
      select n.id from catalogue.collections n
      where n.store_id = ${storeId} and n.words @@ ${query}::tsquery
        and catalogue.words_of_store(n.store_id, n.words) @@ (select ${queryOfStore(storeId, query)}::tsquery)${translated})
    select c.id, c.link, c.name, c.rule from catalogue.collections c
    where c.store_id = ${storeId} and c.id in (select id from found)
    order by c.position, c.id limit ${limit}`;
}
