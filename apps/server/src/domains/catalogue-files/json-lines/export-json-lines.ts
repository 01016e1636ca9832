import { createHash } from "node:crypto";
import type { Context, Transaction } from "../../../platform/context.ts";
import { sql } from "../../../platform/database/sql.ts";
import { readLargest, type ServedPicture } from "../../../platform/media.ts";
import { type ExportFormat, type ExportPage, noId } from "../export-pages.ts";
import {
  collectionRecords,
  languageRecords,
  locationRecords,
  menuRecords,
  type Paged,
  pairRecords,
  policyRecords,
  reviewRecords,
  synonymsRecords,
  translationRecords,
} from "./other-records.ts";
import { thosePresent } from "./picture-records.ts";
import { pictureId, type ProductRecord, productRecords } from "./product-records.ts";
import { jsonFormat, jsonVersion } from "./records.ts";

const pageSize = 100;
const picturesOfPage = 48;
const readTogether = 8;
/** A page ends behind the pictures that go past so many bytes. */
const bytesOfPage = 2 * 1024 * 1024;
/** Bytes of a picture in one line; a third more as base64. */
const partBytes = 384 * 1024;

/** In this order: a thing is written before another names it. */
const sections = [
  "locations",
  "languages",
  "synonyms",
  "policies",
  "pictures",
  "products",
  "collections",
  "pairs",
  "menus",
  "translations",
  "reviews",
] as const;
type Section = (typeof sections)[number];
type Part = { lines: unknown[]; products?: number; last: string | null };

/** A store's whole catalogue as lines of JSON, without a loss: an empty store that takes it writes the same file. */
export const jsonLines: ExportFormat = {
  begin: ({ store }) =>
    toLines([
      { type: "catalogue", format: jsonFormat, version: jsonVersion, currency: store.currency },
    ]),
  page: jsonPage,
};

/** `at` is the section and the last id of it: "products:0192…". */
async function jsonPage(ctx: Context, at: string): Promise<ExportPage> {
  const [name = "", after = ""] = at === "" ? ["locations"] : at.split("|");
  const section = sections.find((one) => one === name) ?? "locations";
  const { lines, products = 0, last } = await write[section](ctx, after);
  const following = sections[sections.indexOf(section) + 1];
  const next =
    last !== null ? `${section}|${last}` : following === undefined ? null : `${following}|`;
  return { text: toLines(lines), products, next };
}

const write: Record<Section, (ctx: Context, after: string) => Promise<Part>> = {
  locations: (ctx) => whole(ctx, locationRecords),
  languages: (ctx) => whole(ctx, languageRecords),
  synonyms: (ctx) => whole(ctx, (tx) => synonymsRecords(ctx, tx)),
  policies: (ctx) => whole(ctx, policyRecords),
  pictures: writePictures,
  products: writeProducts,
  collections: async (ctx, after) => page(await readCollections(ctx, after)),
  pairs: (ctx, after) =>
    paged(ctx, (tx) => pairRecords(tx, { after: after || noId, most: pageSize })),
  menus: (ctx) =>
    whole(ctx, async (tx) => Object.values(await menuRecords(tx)).filter((menu) => menu !== null)),
  translations: (ctx, after) =>
    paged(ctx, (tx) =>
      translationRecords(tx, sql`t.id > ${after || noId} order by t.id limit ${pageSize}`),
    ),
  reviews: (ctx, after) =>
    paged(ctx, (tx) => reviewRecords(tx, { after: after || noId, most: pageSize })),
};

async function whole(ctx: Context, read: (tx: Transaction) => Promise<unknown[]>): Promise<Part> {
  return { lines: await ctx.tx(read), last: null };
}

async function paged(
  ctx: Context,
  read: (tx: Transaction) => Promise<Paged<object>[]>,
): Promise<Part> {
  return page(await ctx.tx(read));
}

function page(rows: Paged<object>[]): Part {
  const last = rows.length < pageSize ? null : (rows.at(-1)?.id ?? null);
  return { lines: rows.map(({ id: _id, ...record }) => record), last };
}

/** A picture without a file can't be in the file, and what names it without it is refused. */
async function writeProducts(ctx: Context, after: string): Promise<Part> {
  const { lines, ...part } = await readProducts(ctx, after);
  const named = lines.flatMap(({ images }) => images.map(({ picture }) => picture));
  const present = await thosePresent(ctx, named);
  const isHere = ({ picture }: { picture: string | null }) =>
    picture === null || present.has(picture);
  return {
    ...part,
    lines: lines.map((line) => Object.assign(line, { images: line.images.filter(isHere) })),
  };
}

async function readCollections(
  ctx: Context,
  after: string,
): Promise<Awaited<ReturnType<typeof collectionRecords>>> {
  const rows = await ctx.tx((tx) =>
    collectionRecords(ctx, tx, sql`c.id > ${after || noId} order by c.id limit ${pageSize}`),
  );
  const present = await thosePresent(
    ctx,
    rows.map(({ picture }) => picture),
  );
  return rows.map((row) =>
    row.picture === null || present.has(row.picture) ? row : Object.assign(row, { picture: null }),
  );
}

async function readProducts(
  ctx: Context,
  after: string,
): Promise<{ lines: ProductRecord[]; products: number; last: string | null }> {
  return ctx.tx(async (tx) => {
    const chosen = await tx.rows<{ id: string }>(sql`
      select id from shop.products
      where store_id = ${tx.storeId} and id > ${after || noId} and deleted_at is null order by id limit ${pageSize}`);
    const ids = chosen.map(({ id }) => id);
    const lines = await productRecords(tx, ids, ctx.store.currency);
    return {
      lines,
      products: lines.length,
      last: ids.length < pageSize ? null : (ids.at(-1) ?? null),
    };
  });
}

type PictureRow = { key: string; widths: number[]; alt: string | null; bytes: number | null };

/** Every picture of the store that a product shows or that lies ready; one whose file is gone is left out. */
async function writePictures(ctx: Context, after: string): Promise<Part> {
  const rows = await ctx.tx((tx) =>
    tx.rows<PictureRow>(sql`
      select distinct on (k.key) k.key, k.widths, m.alt, m.bytes from (
        (select key, widths from shop.media
          where store_id = ${tx.storeId} and key > ${after} order by key limit ${picturesOfPage})
        union all
        (select distinct on (i.key) i.key, i.widths from shop.images i
          where i.store_id = ${tx.storeId} and i.key > ${after} and exists (select from shop.products p
            where p.store_id = i.store_id and p.id = i.product_id and p.deleted_at is null)
          order by i.key limit ${picturesOfPage})
      ) k left join shop.media m on m.store_id = ${tx.storeId} and m.key = k.key
      order by k.key limit ${picturesOfPage}`),
  );
  const lines: unknown[] = [];
  let last = rows.length < picturesOfPage ? null : (rows.at(-1)?.key ?? null);
  let written = 0;
  for (let from = 0; from < rows.length && written < bytesOfPage; from += readTogether) {
    const some = rows.slice(from, from + readTogether);
    const files = await Promise.all(some.map((row) => readLargest(ctx.services.files, row)));
    for (const [i, row] of some.entries()) {
      const file = files[i];
      if (file === undefined || file === null) continue;
      lines.push(...pictureLines(row, file));
      written += file.bytes.length;
    }
    if (written >= bytesOfPage && from + readTogether < rows.length)
      last = some.at(-1)?.key ?? null;
  }
  return { lines, last };
}

function pictureLines({ key, alt, bytes }: PictureRow, file: ServedPicture): unknown[] {
  const id = pictureId(key);
  const parts = Math.ceil(file.bytes.length / partBytes);
  const pieces = Array.from({ length: parts }, (_, part) => {
    const piece = file.bytes.subarray(part * partBytes, (part + 1) * partBytes);
    return { type: "pictureBytes", id, part, data: Buffer.from(piece).toString("base64") };
  });
  const picture = {
    type: "picture",
    id,
    hash: createHash("sha256").update(file.bytes).digest("hex"),
    mediaType: file.type,
    parts,
    media: alt === null || bytes === null ? null : { alt, bytes },
  };
  return [picture, ...pieces];
}

function toLines(records: readonly unknown[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join("");
}
