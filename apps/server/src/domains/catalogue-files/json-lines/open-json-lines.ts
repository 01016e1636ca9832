import type { Context, Transaction } from "../../../platform/context.ts";
import { ApiFailure } from "../../../platform/errors.ts";
import { createFindings, type Findings } from "../findings.ts";
import type { ImportFile, Outcome } from "../import-file.ts";
import { checkFile } from "./check-file.ts";
import type { FaultAt, Numbered } from "./named.ts";
import { findPicture, keepPictureOf } from "./picture-records.ts";
import { type FileRecord, readRecords } from "./read-records.ts";
import type { RecordOf } from "./records.ts";
import { checkOther, type OtherRecord, writeOther } from "./write-other-records.ts";
import {
  checkProductRecords,
  type NumberedProduct,
  writeProductRecords,
} from "./write-product-records.ts";

/** Records that are one step; pictures are fewer. */
const recordsAtOnce = 100;
const picturesAtOnce = 8;

/**
 * A file of JSON lines: read once to be checked, and once more as it is written, so that it is never whole in memory. What
 * is in the store already is changed where it differs; its stock stays.
 */
export async function openJsonLines(
  ctx: Context,
  source: () => AsyncIterable<Uint8Array>,
  fileName: string,
): Promise<ImportFile> {
  const findings = createFindings();
  const { currency } = ctx.store;
  const { named, total } = await checkFile(source(), currency, findings);
  let steps = stepsFrom(source(), currency, 0);
  let at = 0;
  /** The step that begins at `from`; the same again where a transaction is done again. */
  let last: { from: number; step: Numbered[] } | null = null;
  const step = async (from: number): Promise<Numbered[]> => {
    if (last?.from === from) return last.step;
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
    total,
    arrange: async () => [],
    pictures: async () => [],
    async check(tx, from, found) {
      const records = await step(from);
      const products = productsOf(records);
      if (products.length > 0) return checkProductRecords(tx, ctx, products, named, found);
      const sum = nothing();
      for (const { line, record } of records) {
        if (record.type === "picture")
          sum[(await findPicture(tx, ctx, record, named)) === undefined ? "made" : "unchanged"] +=
            1;
        else
          sum[await checkOther(ctx, tx, record as OtherRecord, named, faultAt(found, line))] += 1;
      }
      return sum;
    },
    async write(tx, about, from, found) {
      const records = await step(from);
      const products = productsOf(records);
      if (products.length > 0)
        return writeProductRecords(tx, about, { products, named, fileName }, found);
      const inside = { ...about, tx: <T>(work: (tx: Transaction) => Promise<T>) => work(tx) };
      const sum = nothing();
      for (const { line, record, bytes } of records)
        sum[
          await refused(found, line, () =>
            record.type === "picture"
              ? keepPictureOf(tx, about, record, bytes ?? new Uint8Array(), named)
              : writeOther(inside, tx, record as OtherRecord, named),
          )
        ] += 1;
      return sum;
    },
  };
}

function nothing(): Outcome {
  return { made: 0, changed: 0, unchanged: 0 };
}

function productsOf(records: readonly Numbered[]): NumberedProduct[] {
  return records.filter(
    (one): one is Numbered<RecordOf<"product">> => one.record.type === "product",
  );
}

function faultAt(found: Findings, line: number): FaultAt {
  return (field, message) => found.fault(line, field, message);
}

/** What a verb refuses is a fault of the line. */
async function refused(
  found: Findings,
  line: number,
  write: () => Promise<keyof Outcome>,
): Promise<keyof Outcome> {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    found.fault(line, null, error.message);
    return "unchanged";
  }
}

/** The records from the `from`th on, in steps of one type; the same file has the same steps. */
async function* stepsFrom(
  source: AsyncIterable<Uint8Array>,
  currency: string,
  from: number,
): AsyncGenerator<Numbered[]> {
  let step: Numbered[] = [];
  let count = 0;
  for await (const numbered of withBytes(readRecords(source, currency, createFindings()))) {
    count += 1;
    if (count <= from) continue;
    const { type } = numbered.record;
    const most = type === "picture" ? picturesAtOnce : recordsAtOnce;
    if (step.length > 0 && (step[0]?.record.type !== type || step.length === most)) {
      yield step;
      step = [];
    }
    step.push(numbered);
  }
  if (step.length > 0) yield step;
}

/** Puts the pieces of a picture's bytes together, one picture at a time. */
async function* withBytes(records: AsyncIterable<FileRecord>): AsyncGenerator<Numbered> {
  let open: Numbered<RecordOf<"picture">> | null = null;
  let pieces: Uint8Array[] = [];
  for await (const { line, record } of records) {
    if (record.type === "pictureBytes") {
      pieces.push(Buffer.from(record.data, "base64"));
      if (open === null || pieces.length < open.record.parts) continue;
      yield { ...open, bytes: Buffer.concat(pieces) };
      open = null;
    } else if (record.type === "picture") {
      open = { line, record, bytes: null };
      pieces = [];
    } else yield { line, record, bytes: null };
  }
}
