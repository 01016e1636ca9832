import { isUuid } from "@vetrina/contract/common";
import { type Queryable, sql } from "../../platform/database/sql.ts";
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

/**
 * Returns the published collections whose name or translated name contains every word. The last word may be a prefix.
 */
export async function findCollectionsByName(
  from: Queryable,
  storeId: string,
  { words, language, limit }: { words: readonly string[]; language: string | null; limit: number },
): Promise<(CollectionRow & { link: string; name: string })[]> {
  const last = words.length - 1;
  const query = words
    .map((word, at) => `'${word.replaceAll(/[\\']/g, "$&$&")}'${at === last ? ":*" : ""}`)
    .join(" & ");
  return from.rows(sql`
    select c.id, c.link, c.name, c.rule from catalogue.collections c
    where c.store_id = ${storeId} and (to_tsvector('simple', catalogue.plain_text(c.name)) @@ to_tsquery('simple', ${query})
      or ${language}::text is not null and c.id in (
        select t.entity_id from catalogue.translations t
        where t.store_id = ${storeId} and t.entity_type = 'COLLECTION' and t.language_code = ${language}
          and to_tsvector('simple', catalogue.plain_text(coalesce(t.fields ->> 'name', ''))) @@ to_tsquery('simple', ${query})))
    order by c.position, c.id limit ${limit}`);
}
