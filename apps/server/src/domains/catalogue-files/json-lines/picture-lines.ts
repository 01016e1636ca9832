import { createHash } from "node:crypto";
import { pace } from "../../../platform/event-loop/pace.ts";
import type { Context, Transaction } from "../../../platform/context.ts";
import { type Sql, sql } from "../../../platform/database/sql.ts";
import { readLargest, type PictureFile } from "../../../platform/pictures/media.ts";
import type { Written } from "../export-pages.ts";
import { pictureId, pictureKey } from "./product-records.ts";

const picturesOfPage = 48;
/** A page ends with the picture that makes it reach this many bytes. */
const bytesOfPage = 2 * 1024 * 1024;
/** Maximum bytes of a picture on one line. Base64 makes them a third longer. */
const partBytes = 384 * 1024;

type PictureRow = { key: string; widths: number[]; alt: string | null; bytes: number | null };
type Pictures = { lines: unknown[]; last: string | null };

/**
 * Returns a page of the pictures that follow the key `after` and belong to a product or the media list. Leaves out
 * those whose file is missing.
 */
export async function pictureLines(
  ctx: Context,
  after: string,
  written: Written,
): Promise<Pictures> {
  const rows = await ctx.tx((tx) =>
    readPictures(tx, (key) => sql`${key} > ${after} order by ${key} limit ${picturesOfPage}`),
  );
  const { lines, done } = await linesOf(ctx, rows, written);
  const isLast = rows.length < picturesOfPage && done === rows.length;
  return { lines, last: isLast ? null : (rows[done - 1]?.key ?? null) };
}

/**
 * Returns a page of pictures that records refer to and that are not in the file yet, for example because they were
 * added during the export. `isAll` is false if not all fit on the page. Remembers pictures without a file, so that no
 * record refers to them.
 */
export async function latePictureLines(
  ctx: Context,
  named: readonly (string | null)[],
  written: Written,
): Promise<{ lines: unknown[]; isAll: boolean }> {
  const late = [...new Set(named.filter((id) => id !== null))].filter((id) => !written.has(id));
  if (late.length === 0) return { lines: [], isAll: true };
  const keys = late.map(pictureKey);
  const rows = await ctx.tx((tx) =>
    readPictures(tx, (key) => sql`${key} = any(${keys}::text[]) order by ${key}`),
  );
  const there = new Set(rows.map(({ key }) => pictureId(key)));
  for (const id of late) if (!there.has(id)) written.set(id, false);
  const { lines, done } = await linesOf(ctx, rows, written);
  return { lines, isAll: done === rows.length };
}

/**
 * Reads pictures of the media list and of products. `which` returns the SQL after WHERE for a column of keys: the
 * condition, ORDER BY, and perhaps LIMIT.
 */
function readPictures(tx: Transaction, which: (key: Sql) => Sql): Promise<PictureRow[]> {
  return tx.rows(sql`
    select distinct on (k.key) k.key, k.widths, m.alt, m.bytes from (
      (select key, widths from shop.media where store_id = ${tx.storeId} and ${which(sql`key`)})
      union all
      (select distinct on (i.key) i.key, i.widths from shop.images i
        where i.store_id = ${tx.storeId} and exists (select from shop.products p
          where p.store_id = i.store_id and p.id = i.product_id and p.deleted_at is null) and ${which(sql`i.key`)})
    ) k left join shop.media m on m.store_id = ${tx.storeId} and m.key = k.key
    where ${which(sql`k.key`)}`);
}

/** Returns the lines of the first pictures, until the page is full, and the number of pictures processed. */
async function linesOf(
  ctx: Context,
  rows: readonly PictureRow[],
  written: Written,
): Promise<{ lines: unknown[]; done: number }> {
  const lines: unknown[] = [];
  let bytes = 0;
  let done = 0;
  // Files are read one at a time, because each may be as large as a page.
  for (const row of rows) {
    if (bytes >= bytesOfPage) break;
    done += 1;
    const { key, alt, bytes: own } = row;
    const file = await readLargest(ctx.services.files, row);
    written.set(pictureId(key), file !== null);
    if (file === null) continue;
    const media = alt === null || own === null ? null : { alt, bytes: own };
    lines.push(...(await withBytes({ type: "picture", id: pictureId(key) }, { media }, file)));
    bytes += file.bytes.length;
  }
  return { lines, done };
}

/** Returns the record of a picture's file, followed by lines with its bytes. */
export async function withBytes(
  { type, id }: { type: "picture" | "reviewPicture"; id: string },
  rest: object,
  file: PictureFile,
): Promise<unknown[]> {
  const parts = Math.ceil(file.bytes.length / partBytes);
  const chunks: unknown[] = [];
  const sum = createHash("sha256");
  for (let part = 0; part < parts; part += 1) {
    await pace();
    const chunk = file.bytes.subarray(part * partBytes, (part + 1) * partBytes);
    sum.update(chunk);
    chunks.push({ type: "pictureBytes", id, part, data: Buffer.from(chunk).toString("base64") });
  }
  return [{ type, id, hash: sum.digest("hex"), mediaType: file.type, parts, ...rest }, ...chunks];
}
