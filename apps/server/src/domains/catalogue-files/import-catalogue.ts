import { auditAll } from "../../platform/audit.ts";
import type { Context, Transaction } from "../../platform/context.ts";
import { type StoredPicture, storePicture } from "../../platform/media.ts";
import { enqueue } from "../../platform/outbox.ts";
import type { FileProduct } from "./file-product.ts";
import { fetchPictures, type MissingPicture } from "./fetch-pictures.ts";
import { createFindings, type Fault, type Findings, type Notice } from "./findings.ts";
import { type Plan, planImport } from "./plan-import.ts";
import { lockImports, readKnownPictures, readSkuOwners, readStoreProducts } from "./queries.ts";
import { type Catalogue, readShopifyCsv } from "./shopify-csv.ts";
import type { PictureSource } from "./store-product.ts";
import { rememberPictures, withIds, writePlan, type WritableProduct } from "./write-plan.ts";

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
export async function importCatalogue(ctx: Context, input: ImportInput): Promise<ImportResult> {
  const file = await readShopifyCsv(input.source, ctx.store.currency);
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
    (bytes) => storePicture(ctx.services.files, bytes),
    (done) => input.progress({ doing: "pictures", done, of: toFetch.length }),
  );
  const written = await write(ctx, input, file, fetched);
  const imported = result(written.findings.faults.length > 0 ? "refused" : "imported", written);
  return {
    ...imported,
    pictures: { ...imported.pictures, fetched: fetched.size, missing },
  };
}

type Planned = { plan: Plan; findings: Findings; known: ReadonlyMap<string, StoredPicture> };

/** What has to change in the store for the products, whose pictures lie here or are in `fetched`. */
export async function planAgainst(
  tx: Transaction,
  { products, columns }: Pick<Catalogue, "products" | "columns">,
  fetched: ReadonlyMap<string, StoredPicture>,
  lock: boolean,
): Promise<Planned> {
  const findings = createFindings();
  const links = products.map(({ link }) => link);
  const skus = products.flatMap(({ variants }) => variants.flatMap(({ sku }) => sku ?? []));
  const known = await readKnownPictures(
    tx,
    picturesOf(products).map(({ url }) => url),
  );
  const pictures = new Map<string, PictureSource>();
  for (const [url, picture] of [...known, ...fetched])
    pictures.set(url, { ...picture, remoteUrl: null });
  const store = {
    products: await readStoreProducts(tx, links, lock),
    skuOwners: await readSkuOwners(tx, skus),
    pictures,
  };
  return { plan: planImport(products, store, columns, findings), findings, known };
}

/** Another change was first by a moment: a deadlock was cut, or a link or SKU taken that was free a moment ago. */
const passing = new Set(["40P01", "40001", "23505"]);
const mostTries = 3;

/** Plans again under the lock: the store may have changed while the pictures came. */
async function write(
  ctx: Context,
  input: ImportInput,
  file: Catalogue,
  fetched: ReadonlyMap<string, StoredPicture>,
): Promise<Planned> {
  return againIfOvertaken(() => ctx.tx((tx) => writeOnce(tx, ctx, input, file, fetched)));
}

/** Does a whole transaction again where another change was first by a moment. */
export async function againIfOvertaken<T>(transaction: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1)
    try {
      return await transaction();
    } catch (error) {
      const { code } = error as { code?: string };
      if (tries === mostTries || !passing.has(code ?? "")) throw error;
    }
}

async function writeOnce(
  tx: Transaction,
  ctx: Context,
  { fileName, progress }: ImportInput,
  file: Catalogue,
  fetched: ReadonlyMap<string, StoredPicture>,
): Promise<Planned> {
  await lockImports(tx, () => progress({ doing: "waiting" }));
  const planned = await planAgainst(tx, file, fetched, true);
  if (planned.findings.faults.length > 0) return planned;
  const products = withIds(planned.plan.products);
  const of = products.filter(({ action }) => action !== "unchanged").length;
  await writePlan(tx, products, (done) => progress({ doing: "writing", done, of }));
  await rememberPictures(tx, fetched);
  await tellOfProducts(tx, ctx, products, fileName);
  return planned;
}

/** Writes down what was made and changed, and tells the pages. */
export async function tellOfProducts(
  tx: Transaction,
  ctx: Context,
  products: readonly WritableProduct[],
  fileName: string,
): Promise<void> {
  const touched = products.filter(({ action }) => action !== "unchanged");
  await auditAll(
    tx,
    ctx,
    touched.map(({ action, id, link, fields, changes }) => {
      const made = action === "create";
      return {
        action: made ? "CREATE" : "UPDATE",
        entityType: "product",
        entityId: id,
        before: made ? undefined : Object.fromEntries(changes.map((c) => [c.field, c.from])),
        after: made
          ? { link, name: fields.name, import: fileName }
          : { ...Object.fromEntries(changes.map((c) => [c.field, c.to])), import: fileName },
      };
    }),
  );
  const tags = touched.map(({ id }) => `product:${id}`);
  for (let from = 0; from < tags.length; from += 500)
    await enqueue(tx, "catalogue.changed", { tags: ["lists", ...tags.slice(from, from + 500)] });
}

/** Each address once, with the first line that names it. */
export function picturesOf(products: readonly FileProduct[]): { url: string; row: number }[] {
  const rows = new Map<string, number>();
  for (const { images } of products)
    for (const { url, row } of images ?? []) if (!rows.has(url)) rows.set(url, row);
  return [...rows].map(([url, row]) => ({ url, row }));
}

function sorted(faults: Fault[]): Fault[] {
  return faults.sort((a, b) => a.row - b.row);
}
