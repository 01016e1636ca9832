import { pace } from "../../../platform/event-loop/pace.ts";
import type { Context, Transaction } from "../../../platform/context.ts";
import { sql } from "../../../platform/database/sql.ts";
import {
  type ExportFormat,
  type ExportPage,
  nextProducts,
  nextSized,
  noId,
  type Written,
} from "../export-pages.ts";
import {
  collectionRecords,
  factsRecords,
  headerRecords,
  languageRecords,
  locationRecords,
  menuRecords,
  type Paged,
  pairRecords,
  reviewRecords,
  synonymsRecords,
  translationRecords,
} from "./other-records.ts";
import { latePictureLines, pictureLines } from "./picture-lines.ts";
import { policyRecord } from "./policy-records.ts";
import { type ProductRecord, productRecords } from "./product-records.ts";
import { readLines } from "./read-lines.ts";
import { reviewPictureLines } from "./review-pictures.ts";
import { jsonFormat, jsonVersion, type RecordOf } from "./records.ts";

const pageSize = 100;
/** Maximum number of variants converted at a time, because converting blocks the event loop. */
const maxVariants = 500;
/** Collections per page. The number is small, because each page counts the products of its collections. */
const maxCollections = 20;
/** Estimated size of a link in bytes. Most links are shorter. */
const bytesOfLink = 200;

/** The sections in order. A record is written before the records that refer to it. */
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
  "header",
  "facts",
  "translations",
  "reviews",
  "reviewPictures",
] as const;
type Section = (typeof sections)[number];
type Part = { lines: unknown[]; products?: number; last: string | null; again?: true };

/** Exports a store's catalogue as JSON Lines. */
export const jsonLines: ExportFormat = {
  begin: ({ store }) =>
    toLine({
      type: "catalogue",
      format: jsonFormat,
      version: jsonVersion,
      currency: store.currency,
    }),
  page: jsonPage,
  recall,
};

/**
 * Writes the page that begins at `at`: a section and how far it has been written, such as "products|0192…". "" is the
 * first page.
 */
async function jsonPage(ctx: Context, at: string, written: Written): Promise<ExportPage> {
  const [name = "", after = ""] = at === "" ? ["locations"] : at.split("|");
  const section = sections.find((one) => one === name) ?? "locations";
  const { lines, products = 0, last } = await write[section](ctx, after, written);
  const following = sections[sections.indexOf(section) + 1];
  const next =
    last !== null ? `${section}|${last}` : following === undefined ? null : `${following}|`;
  return { text: await toLines(lines), products, next };
}

const write: Record<Section, (ctx: Context, after: string, written: Written) => Promise<Part>> = {
  locations: (ctx) => unpaged(ctx, locationRecords),
  languages: (ctx) => unpaged(ctx, languageRecords),
  synonyms: (ctx) => unpaged(ctx, (tx) => synonymsRecords(ctx, tx)),
  policies: writePolicies,
  pictures: pictureLines,
  products: writeProducts,
  collections: writeCollections,
  pairs: (ctx, after) =>
    paged(ctx, (tx) => pairRecords(tx, { after: after || noId, limit: pageSize })),
  menus: (ctx) =>
    unpaged(ctx, async (tx) =>
      Object.values(await menuRecords(tx)).filter((menu) => menu !== null),
    ),
  header: (ctx) => unpaged(ctx, headerRecords),
  facts: (ctx) => unpaged(ctx, factsRecords),
  translations: writeTranslations,
  reviews: (ctx, after) =>
    paged(ctx, (tx) => reviewRecords(tx, { after: after || noId, limit: pageSize })),
  reviewPictures: reviewPictureLines,
};

async function unpaged(ctx: Context, read: (tx: Transaction) => Promise<unknown[]>): Promise<Part> {
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

/**
 * Writes a page of products. Pictures that were added during the export are written before them; if there are many,
 * they fill pages of their own first.
 */
async function writeProducts(ctx: Context, after: string, written: Written): Promise<Part> {
  const { lines, ...part } = await readProducts(ctx, after);
  const named = lines.flatMap(({ images }) => images.map(({ picture }) => picture));
  const late = await latePictureLines(ctx, named, written);
  if (!late.isAll) return { lines: late.lines, last: after };
  // A picture whose file is missing can't be exported, and an import would reject a record that refers to it.
  const isHere = ({ picture }: { picture: string | null }) =>
    picture === null || written.get(picture) === true;
  const products = lines.map((line) => Object.assign(line, { images: line.images.filter(isHere) }));
  return { ...part, lines: [...late.lines, ...products] };
}

async function writeCollections(ctx: Context, after: string, written: Written): Promise<Part> {
  const { rows, next } = await ctx.tx(async (tx) => {
    const { ids, next: last } = await nextCollections(tx, after);
    const where = sql`c.id = any(${ids}::uuid[]) order by c.id`;
    return { rows: await collectionRecords(ctx, tx, where), next: last };
  });
  const named = rows.map(({ picture }) => picture);
  const late = await latePictureLines(ctx, named, written);
  if (!late.isAll) return { lines: late.lines, last: after };
  const { lines } = page(
    rows.map((row) =>
      row.picture === null || written.get(row.picture) === true
        ? row
        : Object.assign(row, { picture: null }),
    ),
  );
  return { lines: [...late.lines, ...lines], last: next };
}

/**
 * Reads fewer collections at a time if their records are long. A collection's record contains the links of all its
 * products that were picked by hand.
 */
function nextCollections(tx: Transaction, after: string): ReturnType<typeof nextSized> {
  const sized = sql`
    select c.id, octet_length(c.description) + ${bytesOfLink} * (select count(*) from shop.collection_products cp
      where cp.store_id = c.store_id and cp.collection_id = c.id)::int as bytes
    from shop.collections c where c.store_id = ${tx.storeId} and c.deleted_at is null and c.id > ${after || noId}
    order by c.id limit ${maxCollections}`;
  return nextSized(tx, sized, maxCollections);
}

async function writePolicies(ctx: Context, after: string): Promise<Part> {
  const { record, next } = await ctx.tx((tx) => policyRecord(tx, after));
  return { lines: record === null ? [] : [record], last: next };
}

/**
 * Reads fewer translations at a time if they are long, because their fields are parsed in one tick of the event loop.
 */
function writeTranslations(ctx: Context, after: string): Promise<Part> {
  return ctx.tx(async (tx) => {
    const { ids, next } = await nextSized(
      tx,
      sql`
        select id, bytes from shop.translations
        where store_id = ${tx.storeId} and id > ${after || noId} order by id limit ${pageSize}`,
      pageSize,
    );
    const rows = await translationRecords(tx, sql`t.id = any(${ids}::uuid[]) order by t.id`);
    return { ...page(rows), last: next };
  });
}

async function readProducts(
  ctx: Context,
  after: string,
): Promise<{ lines: ProductRecord[]; products: number; last: string | null }> {
  return ctx.tx(async (tx) => {
    const { ids, next } = await nextProducts(tx, after, pageSize, maxVariants);
    const lines = await productRecords(tx, ids, ctx.store.currency);
    return {
      lines,
      products: lines.length,
      last: next,
    };
  });
}

/** Reads which pictures the file contains so far, for a process that continues an interrupted export. */
async function recall(source: AsyncIterable<Uint8Array>): Promise<Written> {
  const written: Written = new Map();
  for await (const line of readLines(source))
    if (line.long === undefined && line.text.startsWith('{"type":"picture",'))
      written.set((JSON.parse(line.text) as RecordOf<"picture">).id, true);
  return written;
}

async function toLines(records: readonly unknown[]): Promise<string> {
  const lines: string[] = [];
  for (const record of records) {
    await pace();
    lines.push(toLine(record));
  }
  return lines.join("");
}

function toLine(record: unknown): string {
  return `${JSON.stringify(record)}\n`;
}
