import type { Context, Transaction } from "../../platform/context.ts";
import { type Sql, sql } from "../../platform/database/sql.ts";

/** One page of an export that is written page by page. */
export type ExportPage = {
  text: string;
  /** The number of products on the page. */
  products: number;
  /** Where the next page begins, or null on the last page. */
  next: string | null;
};

/**
 * The pictures of earlier pages, keyed by id in the file: true if the file contains the picture, false if the picture's
 * stored file is missing.
 */
export type Written = Map<string, boolean>;

/**
 * A writer of one file format. It reads a page at a time, so that exporting a store of any size needs little memory.
 */
export type ExportFormat = {
  /** Returns the text before the first page. */
  begin: (ctx: Context) => string;
  /** Reads the page that begins at the previous page's `next`. The first page begins at "". */
  page: (ctx: Context, at: string, written: Written) => Promise<ExportPage>;
  /** Rebuilds `written` from the file written so far. Only for formats that use it. */
  recall?: (file: AsyncIterable<Uint8Array>) => Promise<Written>;
};

/** An id that sorts before every other id. */
export const noId = "00000000-0000-0000-0000-000000000000";

/** Maximum bytes of long texts on a page with more than one record. */
const maxTextBytes = 256 * 1024;

/**
 * Returns the ids of the next page of products: at most `max`, with at most `maxVariants` variants and 256 KB of texts
 * and links, unless a single product has more. `next` is null once fewer than `max` products were left, so the last
 * page may be empty.
 */
export async function nextProducts(
  tx: Transaction,
  after: string,
  max: number,
  maxVariants: number,
): Promise<{ ids: string[]; next: string | null }> {
  const rows = await tx.rows<{ id: string; variants: number; bytes: number }>(sql`
    select p.id, octet_length(p.description) + coalesce(octet_length(p.seo_description), 0) + octet_length(array_to_string(p.tags, '","')) + i.bytes + l.bytes as bytes, (select count(*)::int from shop.variants v
      where v.store_id = p.store_id and v.product_id = p.id and v.deleted_at is null) as variants
    from shop.products p
    cross join lateral (
      select coalesce(sum(coalesce(octet_length(i.remote_url), 0) + octet_length(i.alt)), 0)::int as bytes
      from shop.images i where i.store_id = p.store_id and i.product_id = p.id) i
    cross join lateral (
      select coalesce(sum(octet_length(l.link)), 0)::int as bytes
      from shop.product_links l where l.store_id = p.store_id and l.product_id = p.id) l
    where p.store_id = ${tx.storeId} and p.id > ${after || noId} and p.deleted_at is null order by p.id limit ${max}`);
  const ids: string[] = [];
  const sum = { variants: 0, bytes: 0 };
  for (const { id, variants, bytes } of rows) {
    sum.variants += variants;
    sum.bytes += bytes;
    if (ids.length > 0 && (sum.variants > maxVariants || sum.bytes > maxTextBytes)) break;
    ids.push(id);
  }
  const isLast = rows.length < max && ids.length === rows.length;
  return { ids, next: isLast ? null : (ids.at(-1) ?? null) };
}

/**
 * Returns the ids of the first rows of `sized` (columns `id` and `bytes`, limited to `max` rows) that fit into 256 KB,
 * but at least one. `next` is null once fewer than `max` rows were left, so the last page may be empty.
 */
export async function nextSized(
  tx: Transaction,
  sized: Sql,
  max: number,
): Promise<{ ids: string[]; next: string | null }> {
  const rows = await tx.rows<{ id: string; bytes: number }>(sized);
  const ids: string[] = [];
  let sum = 0;
  for (const { id, bytes } of rows) {
    sum += bytes;
    if (ids.length > 0 && sum > maxTextBytes) break;
    ids.push(id);
  }
  const isLast = rows.length < max && ids.length === rows.length;
  return { ids, next: isLast ? null : (ids.at(-1) ?? null) };
}

/** Yields the whole file in chunks. Calls `progress` with the number of products written. */
export async function* exportChunks(
  ctx: Context,
  format: ExportFormat,
  progress: (done: number) => void = () => {},
): AsyncGenerator<string> {
  yield format.begin(ctx);
  const written: Written = new Map();
  let done = 0;
  for (let at: string | null = ""; at !== null;) {
    const page: ExportPage = await format.page(ctx, at, written);
    if (page.text !== "") yield page.text;
    done += page.products;
    progress(done);
    at = page.next;
  }
}
