import type { Menu, MenuName } from "@vetrina/contract/catalogue/menus";
import type { Context } from "../../platform/context.ts";
import { type Queryable, type Sql, sql } from "../../platform/database/sql.ts";

/** An item as stored. It refers to a collection by id, because the collection's link may change. */
export type StoredItem = {
  id: string;
  /** null: the collection's name is shown. */
  label: string | null;
  href: string | null;
  collectionId: string | null;
  children: StoredItem[];
};
type Row = { items: StoredItem[]; version: number };
type Collection = { id: string; link: string; name: string };

export const publishedMenus = {
  menus: sql`catalogue.menus`,
  collections: sql`catalogue.collections`,
};
export const allMenus = {
  menus: sql`shop.menus`,
  collections: sql`(select * from shop.collections where deleted_at is null)`,
};

/**
 * Reads the menu and its collections from `source`. If an item's collection isn't in `source`, the item keeps its label
 * as a heading for its children. Such an item without children is left out; without a label, it is replaced by its
 * children.
 */
export async function readMenu(
  ctx: Context,
  from: Queryable,
  source: { menus: Sql; collections: Sql },
  name: MenuName,
): Promise<Menu> {
  const storeId = ctx.store.id;
  const row = await from.row<Row>(
    sql`select m.items, m.version from ${source.menus} m where m.store_id = ${storeId} and m.name = ${name}`,
  );
  const items = row?.items ?? [];
  const ids = collectionIds(items);
  const found = await from.rows<Collection>(sql`
    select c.id, c.link, c.name from ${source.collections} c where c.store_id = ${storeId} and c.id = any(${ids}::uuid[])`);
  const byId = new Map(found.map((collection) => [collection.id, collection]));
  return { name, version: row?.version ?? 0, items: shown(items, byId) };
}

export function collectionIds(items: readonly StoredItem[]): string[] {
  const all = items.flatMap(({ collectionId, children }) => [
    ...(collectionId === null ? [] : [collectionId]),
    ...collectionIds(children),
  ]);
  return [...new Set(all)];
}

// Stored menus have at most three levels; the response schema drops any deeper ones.
function shown(items: readonly StoredItem[], byId: ReadonlyMap<string, Collection>): Menu["items"] {
  return items.flatMap(({ id, label, href, collectionId, children }) => {
    const collection = collectionId === null ? null : byId.get(collectionId);
    const below = shown(children, byId);
    const name = label ?? collection?.name;
    // An item that has no name is replaced by its children. An item whose collection is missing is dropped if it has no
    // children.
    if (name === undefined || (collection === undefined && below.length === 0)) return below;
    const seen = collection ?? null;
    return [{ id, label: name, customLabel: label, href, collection: seen, children: below }];
  });
}
