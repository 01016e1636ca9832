import { createBriefMemory } from "../../platform/brief-memory.ts";
import type { Context } from "../../platform/context.ts";
import { type Queryable, sql } from "../../platform/database/sql.ts";
import type { ImageRow } from "../../platform/pictures/image-to-wire.ts";
import { catalogueVersion, recentCatalogueVersion } from "./catalogue-version.ts";
import type { CollectionRow } from "./collection-rule.ts";
import { sizesOf } from "./rule-members.ts";

/** The number of published products in a collection, and the picture of the first one. */
export type CollectionSize = { count: number; image: ImageRow | null };

const empty: CollectionSize = { count: 0, image: null };

/** Keyed by collection id. `rowsExamined` is the number of rows that the rule was checked against. */
type Counted = Map<string, CollectionSize & { rowsExamined: number }>;

/**
 * How long a count is cached. After some days, a product leaves a collection of new products without any change of the
 * catalogue version.
 */
const keepMs = 300_000;
const memory = createBriefMemory<CollectionSize>(keepMs, 20_000);

/**
 * If counting a store's collections took at least this many checks, the store's catalogue version is from then on read
 * every few seconds instead of on each call.
 */
const muchWork = 100_000;
/** Ids of the stores for which counting checks at least `muchWork` rows. */
const costly = new Set<string>();
const maxCostly = 10_000;

/**
 * Returns the sizes of these collections, in the same order. Cached in this process until the store's catalogue
 * changes; concurrent callers share one count. Not for a transaction that has changed collections or products.
 */
export async function cachedSizes(
  ctx: Context,
  collections: readonly CollectionRow[],
): Promise<CollectionSize[]> {
  const storeId = ctx.store.id;
  const version = await (costly.has(storeId) ? recentCatalogueVersion(ctx) : catalogueVersion(ctx));
  const unknown: CollectionRow[] = [];
  let counting: Promise<Counted> | undefined;
  // Waits for the map() below to finish, so that all uncached collections are counted in one query.
  const count = () => Promise.resolve().then(() => countAll(ctx.catalogue, storeId, unknown));
  return Promise.all(
    collections.map(({ id, rule }) =>
      memory.remember(`${id} ${version} ${JSON.stringify(rule)}`, async () => {
        unknown.push({ id, rule });
        counting ??= count();
        return (await counting).get(id) ?? empty;
      }),
    ),
  );
}

async function countAll(
  from: Queryable,
  storeId: string,
  collections: readonly CollectionRow[],
): Promise<Counted> {
  const sizes = await readSizes(from, storeId, collections);
  const work = [...sizes.values()].reduce((sum, { rowsExamined }) => sum + rowsExamined, 0);
  if (work >= muchWork) {
    if (costly.size >= maxCostly) costly.clear();
    costly.add(storeId);
  }
  return sizes;
}

/** Returns the size of one collection as seen by this transaction. */
export async function sizeIn(
  tx: Queryable,
  storeId: string,
  collection: CollectionRow,
): Promise<CollectionSize> {
  return (await readSizes(tx, storeId, [collection])).get(collection.id) ?? empty;
}

async function readSizes(
  from: Queryable,
  storeId: string,
  collections: readonly CollectionRow[],
): Promise<Counted> {
  const rows = await from.rows<CollectionSize & { id: string; rowsExamined: number }>(sql`
    select s.id, s.count, s.looked_at as "rowsExamined", (select row_to_json(i) from (
        select i.id, i.key, i.alt, i.width, i.height, i.widths, i.color, i.kind
        from catalogue.images i where i.store_id = ${storeId} and i.product_id = s.first
        order by i.position limit 1) i) as image
    from (${sizesOf(sql`catalogue.products`, storeId, collections)}) s`);
  return new Map(rows.map(({ id, ...size }) => [id, size]));
}
