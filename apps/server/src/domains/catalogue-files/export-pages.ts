import type { Context } from "../../platform/context.ts";

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

/** The whole file in pieces; `progress` hears how many products are written. */
export async function* exportPieces(
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
