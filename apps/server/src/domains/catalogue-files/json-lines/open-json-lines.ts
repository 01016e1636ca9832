import type { Context, Transaction } from "../../../platform/context.ts";
import { ApiFailure } from "../../../platform/errors.ts";
import { createImportSanitizer } from "../../../platform/rich-text/sanitize-ahead.ts";
import { createFindings, type Findings } from "../findings.ts";
import type { Counts, ImportFile } from "../import-file.ts";
import { checkFile } from "./check-file.ts";
import { richFields } from "../../languages/change-fields.ts";
import type { ErrorAt, Numbered } from "./named.ts";
import { checkPictures, storePictures, type NumberedPicture } from "./picture-records.ts";
import { type FileRecord, readRecords } from "./read-records.ts";
import type { RecordOf } from "./records.ts";
import {
  checkReviewPictures,
  storeReviewPictures,
  type NumberedReviewPicture,
} from "./review-pictures.ts";
import type { OtherRecord } from "./find-records.ts";
import { stepOfProducts } from "../products/step-of-products.ts";
import { weightOfLinks, weightOfMembers, weightOfText } from "../products/weigh-products.ts";
import { checkOthers, writeOthers } from "./write-other-records.ts";
import {
  checkProductRecords,
  type NumberedProduct,
  writeProductRecords,
} from "./write-product-records.ts";

/** Maximum number of records per step. Steps with large records have fewer. */
const recordsAtOnce = 50;
const pictureBytesAtOnce = 16 * 1024 * 1024;
const richTextAtOnce = 500_000;
const lengthAtOnce = 1_000_000;

/**
 * Opens a catalogue file. The file is read several times, as a stream, so that it is never completely in memory.
 * Existing records that differ are changed, but existing variants keep their stock.
 */
export async function openJsonLines(
  ctx: Context,
  source: () => AsyncIterable<Uint8Array>,
  fileName: string,
): Promise<ImportFile<never>> {
  const findings = createFindings();
  const { currency } = ctx.store;
  const { named, total: records } = await checkFile(source(), currency, findings);
  // A file with errors is not compared with the store, so it has no records to process.
  const total = findings.errors.length === 0 ? records : 0;
  let steps = stepsFrom(source(), currency, 0);
  let at = 0;
  /**
   * The last step that was read. A transaction that is retried needs its records again. If a transaction processed only
   * some of them, the next one continues with the others.
   */
  let last: { from: number; step: Numbered[] } | null = null;
  const sanitizer = createImportSanitizer(ctx);
  const step = async (from: number): Promise<Numbered[]> => {
    const records = await recordsFrom(from);
    await sanitizer.sanitize(records.flatMap(richTextsOf));
    return records;
  };
  const recordsFrom = async (from: number): Promise<Numbered[]> => {
    if (last !== null && last.from <= from && from < last.from + last.step.length)
      return last.step.slice(from - last.from);
    if (from !== at) {
      await steps.return(undefined);
      steps = stepsFrom(source(), currency, from);
    }
    const { value = [] } = (await steps.next()) as { value?: Numbered[] };
    at = from + value.length;
    last = { from, step: value };
    return value;
  };
  return {
    findings,
    rows: total,
    total,
    pictures: [],
    prepare: async (from) => void (await step(from)),
    close: () => sanitizer.close(),
    async check(tx, from, found) {
      const records = await step(from);
      const products = await productsOfStep(tx, records);
      if (products.length > 0) return checkProductRecords(tx, ctx, products, named, found);
      const pictures = picturesOf(records);
      if (pictures.length > 0) return checkPictures(tx, ctx, pictures, named, refusedIn(found));
      const photos = reviewPicturesOf(records);
      if (photos.length > 0) return checkReviewPictures(tx, ctx, photos, named, refusedIn(found));
      const lines = othersOf(records);
      return sumOf(
        await checkOthers(
          ctx,
          tx,
          lines.map(({ line, record }) => ({ record, addError: errorAt(found, line) })),
          named,
        ),
      );
    },
    async write(tx, about, from, found) {
      const records = await step(from);
      const products = await productsOfStep(tx, records);
      if (products.length > 0)
        return writeProductRecords(tx, about, { products, named, fileName }, found);
      const inside = { ...about, tx: <T>(work: (tx: Transaction) => Promise<T>) => work(tx) };
      const refused = refusedIn(found);
      const pictures = picturesOf(records);
      if (pictures.length > 0) return storePictures(tx, about, pictures, named, refused);
      const photos = reviewPicturesOf(records);
      if (photos.length > 0) return storeReviewPictures(tx, about, photos, named, refused);
      const lines = othersOf(records);
      const { done, copiedBytes } = await writeOthers(inside, tx, lines, named, refused);
      return { ...sumOf(done), weight: weightOf(done, lines) + weightOfText(copiedBytes) };
    },
  };
}

/** Returns the texts of a record that may contain HTML. */
function richTextsOf({ record }: Numbered): unknown[] {
  switch (record.type) {
    case "product":
      return [record.description, record.seoDescription];
    case "policy":
      return [record.content, ...record.earlier.map(({ content }) => content)];
    case "translation":
      return richFields(record.of, record.fields);
    default:
      return [];
  }
}

function lengthOf(texts: readonly unknown[]): number {
  return texts.reduce<number>((sum, text) => sum + (typeof text === "string" ? text.length : 0), 0);
}

function sumOf(done: readonly (keyof Counts)[]): Counts {
  const sum = { created: 0, updated: 0, unchanged: 0 };
  for (const one of done) sum[one] += 1;
  return sum;
}

/**
 * Returns how much the written records count toward the import limit: one each, one for each kilobyte, and a fraction
 * for each product and former link of a collection.
 */
function weightOf(done: readonly (keyof Counts)[], lines: readonly NumberedOther[]): number {
  return lines.reduce(
    (sum, { length, record }, i) =>
      sum + (done[i] === "unchanged" ? 0 : 1 + weightOfText(length) + weightOfRows(record)),
    0,
  );
}

function weightOfRows(record: OtherRecord): number {
  return record.type === "collection"
    ? weightOfMembers(record.products.length) + weightOfLinks(record.formerLinks.length)
    : 0;
}

/**
 * Returns the products to process together. Leaves some for later if the products, or the store's versions of them, are
 * large.
 */
async function productsOfStep(
  tx: Transaction,
  records: readonly Numbered[],
): Promise<NumberedProduct[]> {
  const products = records.filter(
    (one): one is Numbered<RecordOf<"product">> => one.record.type === "product",
  );
  return products.length === 0
    ? []
    : stepOfProducts(tx, products, ({ length, record: { link, variants, images } }) => ({
        link,
        variants: variants.length,
        pictures: images.length,
        characters: length,
      }));
}

function picturesOf(records: readonly Numbered[]): NumberedPicture[] {
  return records.filter((one): one is NumberedPicture => one.record.type === "picture");
}

function reviewPicturesOf(records: readonly Numbered[]): NumberedReviewPicture[] {
  return records.filter((one): one is NumberedReviewPicture => one.record.type === "reviewPicture");
}

type NumberedOther = { line: number; length: number; record: OtherRecord };

function othersOf(records: readonly Numbered[]): NumberedOther[] {
  return records.flatMap(({ line, length, record }) =>
    record.type === "product" || record.type === "picture" || record.type === "reviewPicture"
      ? []
      : [{ line, length, record }],
  );
}

function errorAt(found: Findings, line: number): ErrorAt {
  return (field, message) => found.error(line, field, message);
}

/** Returns a function that reports an API error as an error on the line, and rethrows any other error. */
function refusedIn(found: Findings): (line: number, error: unknown) => void {
  return (line, error) => {
    if (!(error instanceof ApiFailure)) throw error;
    found.error(line, null, error.message);
  };
}

/** Splits the records from `from` on into steps. Each step has records of one type. */
async function* stepsFrom(
  source: AsyncIterable<Uint8Array>,
  currency: string,
  from: number,
): AsyncGenerator<Numbered[]> {
  let step: Numbered[] = [];
  let bytes = 0;
  let length = 0;
  let richTexts = 0;
  let count = 0;
  for await (const numbered of withBytes(readRecords(source, currency, createFindings()))) {
    count += 1;
    if (count <= from) continue;
    const { type } = numbered.record;
    const richText = lengthOf(richTextsOf(numbered));
    const isFull =
      step.length === recordsAtOnce ||
      bytes > pictureBytesAtOnce ||
      length + numbered.length > lengthAtOnce ||
      richTexts + richText > richTextAtOnce;
    if (step.length > 0 && (step[0]?.record.type !== type || isFull)) {
      yield step;
      step = [];
      bytes = 0;
      length = 0;
      richTexts = 0;
    }
    step.push(numbered);
    bytes += numbered.bytes?.length ?? 0;
    length += numbered.length;
    richTexts += richText;
  }
  if (step.length > 0) yield step;
}

/** Joins the parts of each picture's bytes. */
async function* withBytes(records: AsyncIterable<FileRecord>): AsyncGenerator<Numbered> {
  let open: Numbered<RecordOf<"picture" | "reviewPicture">> | null = null;
  let parts: Uint8Array[] = [];
  for await (const { line, length, record } of records) {
    if (record.type === "pictureBytes") {
      parts.push(Buffer.from(record.data, "base64"));
      if (open === null || parts.length < open.record.parts) continue;
      yield { ...open, bytes: Buffer.concat(parts) };
      open = null;
    } else if (record.type === "picture" || record.type === "reviewPicture") {
      open = { line, length, record, bytes: null };
      parts = [];
    } else yield { line, length, record, bytes: null };
  }
}
