import type { Context, Transaction } from "../../../platform/context.ts";
import { type StoredPicture, storePicture } from "../../../platform/pictures/media.ts";
import { holdCurrency } from "../../../platform/database/lock-store.ts";
import type { RowError, Notice } from "../findings.ts";
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
  /** The file's name, for the audit log. */
  fileName: string;
  /** Only plan; write nothing and fetch no pictures. */
  dryRun: boolean;
  fetchPicture: (url: string) => Promise<Uint8Array>;
  /** Reports the progress to the caller. */
  progress: (step: ImportStep) => void;
};

export type ImportStep =
  | { doing: "pictures" | "writing"; done: number; of: number }
  | { doing: "waiting" };

/** The result of an import, or of its dry run. */
export type ImportResult = {
  /** refused: the file has errors and nothing was changed. */
  outcome: "refused" | "planned" | "imported";
  rows: number;
  faults: RowError[];
  notices: Notice[];
  plan: Plan;
  pictures: { known: number; fetched: number; toFetch: number; missing: MissingPicture[] };
};

/**
 * Imports a product file into the caller's store: all of it, or nothing if it has an error. Creates new products and
 * changes existing ones (by link) that differ. Importing the same file again changes nothing.
 */
export async function importProductCsv(ctx: Context, input: ImportInput): Promise<ImportResult> {
  const file = await readProductCsv(input.source, ctx.store.currency, ctx.store.id);
  const named = picturesOf(file.products);
  const preview = await ctx.tx((tx) => planAgainst(tx, file, new Map(), false));
  const toFetch = named.filter(({ url }) => !preview.known.has(url));
  const result = (outcome: ImportResult["outcome"], planned: Planned) => ({
    outcome,
    rows: file.rows,
    faults: sorted([...file.findings.faults, ...planned.findings.faults]),
    notices: [...file.findings.notices, ...planned.findings.notices],
    plan: planned.plan,
    pictures: {
      known: named.length - toFetch.length,
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

/** Plans again under the lock, because the store may have changed while pictures were fetched. */
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

function sorted(faults: RowError[]): RowError[] {
  return faults.sort((a, b) => a.row - b.row);
}
