import type { Context, Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";

/** A piece of a file that is written page by page. */
export type ExportPage = {
  text: string;
  /** How many products it holds. */
  products: number;
  /** Where the next piece begins; null where this one is the last. */
  next: string | null;
};

/** What an export remembers of the pages before: whether a thing is in the file (true), or can't be (false). */
export type Written = Map<string, boolean>;

/** How a kind of file is written: each page is read by itself, so a store of any size takes little memory. */
export type ExportFormat = {
  /** What stands before the first page. */
  begin: (ctx: Context) => string;
  /** The page that begins at a `next`; the first at "". */
  page: (ctx: Context, at: string, written: Written) => Promise<ExportPage>;
  /** What is remembered, read from what is written so far; for formats that remember something. */
  recall?: (file: AsyncIterable<Uint8Array>) => Promise<Written>;
};

/** Before every id. */
export const noId = "00000000-0000-0000-0000-000000000000";

/**
 * The store's next products by their ids: at most `most`, and no more than have `maxVariants` variants together, since what
 * is made of them between two waits holds up every request. `next` is null behind the last.
 */
export async function nextProducts(
  tx: Transaction,
  after: string,
  most: number,
  maxVariants: number,
): Promise<{ ids: string[]; next: string | null }> {
  const rows = await tx.rows<{ id: string; variants: number }>(sql`
    select p.id, (select count(*)::int from shop.variants v
      where v.store_id = p.store_id and v.product_id = p.id and v.deleted_at is null) as variants
    from shop.products p
    where p.store_id = ${tx.storeId} and p.id > ${after || noId} and p.deleted_at is null order by p.id limit ${most}`);
  const ids: string[] = [];
  let sum = 0;
  for (const { id, variants } of rows) {
    sum += variants;
    if (ids.length > 0 && sum > maxVariants) break;
    ids.push(id);
  }
  const isLast = rows.length < most && ids.length === rows.length;
  return { ids, next: isLast ? null : (ids.at(-1) ?? null) };
}

/** The whole file in pieces; `progress` hears how many products are written. */
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
