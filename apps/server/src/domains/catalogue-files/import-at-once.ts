import type { Context } from "../../platform/context.ts";
import type { StoredPicture } from "../../platform/pictures/media.ts";
import { createFindings, type Findings, type RowError, type Warning } from "./findings.ts";
import { addCounts, type Counts, type ImportFile, noCounts } from "./import-file.ts";
import { retryOnConflict, lockImports, forceCustomPlans } from "./import-limits.ts";
import {
  checkRecords,
  downloadPictures,
  recordsToCheck,
  type StepRunner,
  StoreChanged,
  writeRecords,
} from "./import-steps.ts";
import type { FetchPicture } from "./pictures/fetch-picture.ts";
import type { MissingPicture } from "./pictures/fetch-pictures.ts";
import { noWaits } from "./pictures/picture-waits.ts";
import { readKnownPictures, rememberPictures } from "./pictures/known-pictures.ts";

export type ImportInput = {
  /** Only plans the import, without writing anything or downloading pictures. */
  dryRun: boolean;
  fetchPicture: FetchPicture;
  /** Reports progress to the caller. */
  progress: (step: ImportProgress) => void;
};

export type ImportProgress =
  | { doing: "checking" | "pictures" | "writing"; done: number; of: number }
  | { doing: "waiting" };

/** The result of an import, or of its dry run. */
export type ImportResult<Planned = unknown> = Counts & {
  /** `rejected` means that there were errors and nothing was imported. */
  outcome: "rejected" | "planned" | "imported";
  rows: number;
  /** The first errors, by row. */
  errors: RowError[];
  /** The total number of errors, including those that are counted but not stored. */
  errorCount: number;
  warnings: readonly Warning[];
  planned: Planned[];
  pictures: { known: number; fetched: number; toFetch: number; missing: MissingPicture[] };
};

/**
 * Imports a file into the store, writing all its records in one transaction. If there is an error, nothing is imported.
 */
export async function importAtOnce<Planned>(
  ctx: Context,
  file: ImportFile<Planned>,
  input: ImportInput,
): Promise<ImportResult<Planned>> {
  try {
    return await importOpened(ctx, file, input);
  } finally {
    file.close?.();
  }
}

async function importOpened<Planned>(
  ctx: Context,
  file: ImportFile<Planned>,
  input: ImportInput,
): Promise<ImportResult<Planned>> {
  const { checked, collected } = await check(ctx, file, input);
  const pictures = await planPictures(ctx, file);
  const result = (
    outcome: ImportResult["outcome"],
    { sum, planned }: Collected<Planned>,
    found: Findings = checked,
  ) => ({
    outcome,
    rows: file.rows,
    ...sum,
    planned,
    errors: found.errors.toSorted((a, b) => a.row - b.row),
    errorCount: found.errorCount,
    warnings: found.warnings,
    pictures,
  });
  if (checked.errors.length > 0) return result("rejected", collected);
  if (input.dryRun) return result("planned", collected);

  const fetched = new Map<string, StoredPicture>();
  const start = { from: 0, waits: noWaits() };
  await downloadPictures(ctx, ctx.services, file, input.fetchPicture, start, {
    isOver: () => false,
    async save(batch) {
      for (const [url, picture] of batch.fetched) fetched.set(url, picture);
      pictures.missing.push(...batch.missing);
      const done = pictures.known + fetched.size + pictures.missing.length;
      input.progress({ doing: "pictures", done, of: file.pictures.length });
    },
  });
  pictures.fetched = fetched.size;
  try {
    return result("imported", await write(ctx, file, input, fetched));
  } catch (error) {
    if (!(error instanceof StoreChanged)) throw error;
    if (error.found.errors.length === 0) error.found.error(0, null, error.message);
    return result("rejected", collected, error.found);
  }
}

async function check<Planned>(ctx: Context, file: ImportFile<Planned>, { progress }: ImportInput) {
  const collected = collect<Planned>();
  const found = createFindings();
  const of = recordsToCheck(file);
  await checkRecords(file, 0, found, {
    isOver: () => false,
    async run(work) {
      const { done, step } = await ctx.tx(async (tx) => {
        await forceCustomPlans(tx);
        return work(tx);
      });
      collected.add(step);
      progress({ doing: "checking", done, of });
    },
  });
  const checked = createFindings();
  checked.join(file.findings);
  checked.join(found);
  return { checked, collected };
}

async function planPictures(ctx: Context, { pictures }: ImportFile) {
  const urls = pictures.map(({ url }) => url);
  const known = urls.length === 0 ? 0 : (await ctx.tx((tx) => readKnownPictures(tx, urls))).size;
  const missing: MissingPicture[] = [];
  return { known, fetched: 0, toFetch: pictures.length - known, missing };
}

/**
 * Writes the records in one transaction, while holding the import lock. The steps compare them with the store again,
 * because it may have changed while pictures were downloaded.
 */
function write<Planned>(
  ctx: Context,
  file: ImportFile<Planned>,
  { progress }: ImportInput,
  fetched: ReadonlyMap<string, StoredPicture>,
): Promise<Collected<Planned>> {
  return retryOnConflict(() =>
    ctx.tx(async (tx) => {
      const collected = collect<Planned>();
      await forceCustomPlans(tx);
      await lockImports(tx, () => progress({ doing: "waiting" }));
      if (fetched.size > 0) await rememberPictures(tx, fetched);
      const runner: StepRunner<Planned> = {
        isOver: () => false,
        async run(work) {
          const { done, step } = await work(tx);
          collected.add(step);
          progress({ doing: "writing", done, of: file.total });
        },
      };
      await writeRecords(file, ctx, 0, runner);
      return collected;
    }),
  );
}

type Collected<Planned> = { sum: Counts; planned: Planned[] };

function collect<Planned>() {
  const sum = { ...noCounts };
  const planned: Planned[] = [];
  const add = (step: Counts & { planned?: readonly Planned[] }) => {
    addCounts(sum, step);
    planned.push(...(step.planned ?? []));
  };
  return { sum, planned, add };
}
