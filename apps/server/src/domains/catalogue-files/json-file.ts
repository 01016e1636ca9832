import { createHash, type Hash } from "node:crypto";
import type { Context, Transaction } from "../../platform/context.ts";
import { ApiFailure } from "../../platform/errors.ts";
import { mostPictureBytes, type StoredPicture } from "../../platform/media.ts";
import { createFindings, type Findings, quoted } from "./findings.ts";
import type { ImportFile, Outcome } from "./import-file.ts";
import { type FileRecord, readRecords, UnreadableLines } from "./json-lines.ts";
import type { JsonRecord, RecordOf } from "./json-records.ts";
import { checkOther, type OtherRecord, writeOther } from "./write-json-others.ts";
import { findPicture, keepPictureOf } from "./write-json-pictures.ts";
import { checkProducts, type NumberedProduct, writeProducts } from "./write-json-products.ts";

/** Records that are one step; pictures are fewer. */
const recordsAtOnce = 100;
const picturesAtOnce = 8;

/** A record of the catalogue with the line it stands on, and a picture with its bytes. */
export type Numbered<R extends JsonRecord = JsonRecord> = {
  line: number;
  record: R;
  bytes: Uint8Array | null;
};

/** What the file itself names, for what comes later in it. */
export type Named = {
  products: Map<string, number>;
  collections: Set<string>;
  locations: Set<string>;
  languages: Set<string>;
  /** Hashes by the pictures' names. */
  pictures: Map<string, string>;
  /** Those of them that are the store's own, as far as they were looked for; null: it is none. */
  own: Map<string, StoredPicture | null>;
};

/**
 * A file of JSON lines: read once to be checked, and once more as it is written, so that it is never whole in memory. What
 * is in the store already is changed where it differs; its stock stays.
 */
export async function openJsonFile(
  ctx: Context,
  source: () => AsyncIterable<Uint8Array>,
  fileName: string,
): Promise<ImportFile> {
  const findings = createFindings();
  const { currency } = ctx.store;
  const { named, total } = await readWhole(source(), currency, findings);
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
      if (products.length > 0) return checkProducts(tx, ctx, products, named, found);
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
        return writeProducts(tx, about, { products, named, fileName }, found);
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

export type FaultAt = (field: string, message: string) => void;

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

async function readWhole(
  source: AsyncIterable<Uint8Array>,
  currency: string,
  findings: Findings,
): Promise<{ named: Named; total: number }> {
  const named: Named = {
    products: new Map(),
    collections: new Set(),
    locations: new Set(),
    languages: new Set(),
    pictures: new Map(),
    own: new Map(),
  };
  const skus = new Map<string, number>();
  let total = 0;
  let open: OpenPicture | null = null;
  try {
    for await (const { line, record } of readRecords(source, currency, findings)) {
      if (record.type === "pictureBytes") {
        open = addPiece(open, line, record, findings);
        continue;
      }
      if (open !== null) findings.fault(open.line, "parts", "bytes of the picture are missing");
      open = null;
      total += 1;
      if (record.type === "picture")
        open = { line, record, hash: createHash("sha256"), next: 0, bytes: 0 };
      name(named, skus, line, record, findings);
    }
    if (open !== null) findings.fault(open.line, "parts", "bytes of the picture are missing");
  } catch (error) {
    if (!(error instanceof UnreadableLines)) throw error;
    findings.fault(error.line, null, error.message);
  }
  return { named, total };
}

type OpenPicture = {
  line: number;
  record: RecordOf<"picture">;
  hash: Hash;
  next: number;
  bytes: number;
};

/** Null when the picture is whole, or given up. */
function addPiece(
  open: OpenPicture | null,
  line: number,
  { id, part, data }: { id: string; part: number; data: string },
  findings: Findings,
): OpenPicture | null {
  if (open === null || open.record.id !== id || open.next !== part) {
    findings.fault(
      line,
      "part",
      "these bytes belong to no picture before them, or out of their order",
    );
    return null;
  }
  const piece = Buffer.from(data, "base64");
  open.hash.update(piece);
  open.bytes += piece.length;
  open.next += 1;
  if (open.bytes > mostPictureBytes) {
    findings.fault(open.line, "parts", "the picture has more than 20 MB");
    return null;
  }
  if (open.next < open.record.parts) return open;
  if (open.hash.digest("hex") !== open.record.hash)
    findings.fault(open.line, "hash", "the picture's bytes are not those of its hash");
  return null;
}

/** Notes what a record names, and what it names that nothing before it is. */
function name(
  named: Named,
  skus: Map<string, number>,
  line: number,
  record: JsonRecord,
  findings: Findings,
): void {
  if (record.type === "location") named.locations.add(record.code);
  else if (record.type === "language") named.languages.add(record.code);
  else if (record.type === "picture") named.pictures.set(record.id, record.hash);
  else if (record.type === "collection") {
    named.collections.add(record.link);
    if (record.picture !== null && !named.pictures.has(record.picture))
      findings.fault(line, "picture", "no line before this one is the picture");
  }
  if (record.type !== "product") return;
  const first = named.products.get(record.link);
  if (first !== undefined)
    findings.fault(line, "link", `line ${first} is the same product: leave one of the two`);
  else named.products.set(record.link, line);
  for (const [i, { sku }] of record.variants.entries()) {
    if (sku === null) continue;
    const other = skus.get(sku);
    if (other !== undefined)
      findings.fault(line, `variants.${i}.sku`, `${quoted(sku)} is also a SKU of line ${other}`);
    else skus.set(sku, line);
  }
  for (const [i, { picture }] of record.images.entries())
    if (picture !== null && !named.pictures.has(picture))
      findings.fault(line, `images.${i}.picture`, "no line before this one is the picture");
}
