import { type Queryable, sql } from "../../platform/database/sql.ts";
import type { CollectionRow } from "./collection-rule.ts";

/** The published collections of these links or ids; what is not there, or is no id, is left out. */
export async function findCollections(
  from: Queryable,
  storeId: string,
  by: { links: readonly string[] } | { ids: readonly string[] },
): Promise<CollectionRow[]> {
  const named =
    "links" in by
      ? sql`c.link = any(${by.links}::text[])`
      : sql`c.id = any(${by.ids.filter(isId)}::uuid[])`;
  return from.rows<CollectionRow>(
    sql`select c.id, c.rule from catalogue.collections c where c.store_id = ${storeId} and ${named} order by c.position, c.id`,
  );
}

function isId(text: string): boolean {
  return /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(text);
}
