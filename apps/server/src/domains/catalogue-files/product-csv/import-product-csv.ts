import type { Context, Transaction } from "../../../platform/context.ts";
import { type StoredPicture, storePicture } from "../../../platform/pictures/media.ts";
import { holdCurrency } from "../../../platform/database/lock-store.ts";
import type { Fault, Notice } from "../findings.ts";
import { againIfOvertaken, lockImports, planAfresh } from "../import-limits.ts";
import { fetchPictures, type MissingPicture } from "../pictures/fetch-pictures.ts";
import { rememberPictures } from "../pictures/known-pictures.ts";
import { picturesOf, planAgainst, type Planned } from "../products/plan-against-store.ts";
import type { Plan } from "../products/plan-products.ts";
import { publishProducts } from "../products/publish-products.ts";
import { withIds, writeProducts } from "../products/write-products.ts";
import { type Catalogue, readProductCsv } from "./read-product-csv.ts";

export type ImportInput = {
  /** The file's bytes. */
  source: AsyncIterable<Uint8Array>;
  /** Its name, for the audit. */
  fileName: string;
  /** Plan alone: nothing is written and no picture fetched. */
  dryRun: boolean;
  fetchPicture: (url: string) => Promise<Uint8Array>;
  /** What is going on, for whoever waits. */
  progress: (step: ImportStep) => void;
};

export type ImportStep =
  | { doing: "pictures" | "writing"; done: number; of: number }
  | { doing: "waiting" };

/** What an import has done, or what a dry run would do. */
export type ImportResult = {
  /** refused: the file has faults and nothing was changed. */
  outcome: "refused" | "planned" | "imported";
  rows: number;
  faults: Fault[];
  notices: Notice[];
  plan: Plan;
  pictures: { known: number; fetched: number; toFetch: number; missing: MissingPicture[] };
};

/**
 * Brings a product file into the caller's store, all of it or, where it has a fault, nothing: new products are made,
 * known ones (by their link) changed where they differ. The same file again changes nothing.
 */
export async function importProductCsv(ctx: Context, input: ImportInput): Promise<ImportResult> {
  const file = await readProductCsv(input.source, ctx.store.currency, ctx.store.id);
  const wanted = picturesOf(file.products);
  const preview = await ctx.tx((tx) => planAgainst(tx, file, new Map(), false));
  const toFetch = wanted.filter(({ url }) => !preview.known.has(url));
  const result = (outcome: ImportResult["outcome"], planned: Planned) => ({
    outcome,
    rows: file.rows,
    faults: sorted([...file.findings.faults, ...planned.findings.faults]),
    notices: [...file.findings.notices, ...planned.findings.notices],
    plan: planned.plan,
    pictures: {
      known: wanted.length - toFetch.length,
      fetched: 0,
      toFetch: toFetch.length,
      missing: [] as MissingPicture[],
    },
  });
  if (file.findings.faults.length + preview.findings.faults.length > 0)
    return result("refused", preview);
  if (input.dryRun) return result("planned", preview);

  const { fetched, missing } = await fetchPictures(
    toFetch,
    input.fetchPicture,
    (bytes) => storePicture(ctx.services.files, bytes, { from: "import", storeId: ctx.store.id }),
    (done) => input.progress({ doing: "pictures", done, of: toFetch.length }),
  );
  const written = await write(ctx, input, file, fetched);
  const imported = result(written.findings.faults.length > 0 ? "refused" : "imported", written);
  return {
    ...imported,
    pictures: { ...imported.pictures, fetched: fetched.size, missing },
  };
}

/** Plans again under the lock: the store may have changed while the pictures came. */
async function write(
  ctx: Context,
  input: ImportInput,
  file: Catalogue,
  fetched: ReadonlyMap<string, StoredPicture>,
): Promise<Planned> {
  return againIfOvertaken(() => ctx.tx((tx) => writeOnce(tx, ctx, input, file, fetched)));
}

async function writeOnce(
  tx: Transaction,
  ctx: Context,
  { fileName, progress }: ImportInput,
  file: Catalogue,
  fetched: ReadonlyMap<string, StoredPicture>,
): Promise<Planned> {
  await planAfresh(tx);
  await lockImports(tx, () => progress({ doing: "waiting" }));
  await holdCurrency(tx, ctx);
  const planned = await planAgainst(tx, file, fetched, true);
  if (planned.findings.faults.length > 0) return planned;
  const products = withIds(planned.plan.products);
  const of = products.filter(({ action }) => action !== "unchanged").length;
  await writeProducts(tx, products, ctx.now(), (done) => progress({ doing: "writing", done, of }));
  await rememberPictures(tx, fetched);
  await publishProducts(tx, ctx, products, fileName);
  return planned;
}

function sorted(faults: Fault[]): Fault[] {
  return faults.sort((a, b) => a.row - b.row);
}
