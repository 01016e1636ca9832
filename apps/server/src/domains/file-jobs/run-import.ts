import type { ImportFinding } from "@vetrina/contract/catalogue/imports";
import type { Transaction } from "../../platform/context.ts";
import type { StepOptions } from "../../platform/jobs/define-job.ts";
import { type Sql, sql } from "../../platform/database/sql.ts";
import { createFindings, type Findings } from "../catalogue-files/findings.ts";
import {
  addCounts,
  type Counts,
  type ImportFile,
  noCounts,
  type Step,
} from "../catalogue-files/import-file.ts";
import {
  checkRecords,
  downloadPictures,
  recordsToCheck,
  StoreChanged,
  type StepRunner,
  writeRecords,
} from "../catalogue-files/import-steps.ts";
import { openImportFile } from "../catalogue-files/open-import-file.ts";
import type { MissingPicture } from "../catalogue-files/pictures/fetch-pictures.ts";
import { readWaits, storedWaits } from "../catalogue-files/pictures/picture-waits.ts";
import { rememberPictures } from "../catalogue-files/pictures/known-pictures.ts";
import { findingsOf, addFindings, readFindings, replaceFindings } from "./file-findings.ts";
import { countImported, requireImportsLeft, TooMuchImported } from "./count-imported.ts";
import { readParts } from "./file-parts.ts";
import { endStep, jobStep, type Work } from "./job-step.ts";

const renewEveryMs = 20_000;

/**
 * Continues an import: checks all records, fetches pictures, then writes the records step by step until the time slice
 * ends. If the check finds an error, the job is FAILED and nothing has been changed.
 */
export async function runImport(work: Work): Promise<void> {
  const { services, ctx, job } = work;
  const source = () => readParts(services.files, job.id, job.parts);
  const sent = { fileName: job.fileName, at: job.createdAt };
  const file = await openImportFile(job.kind, ctx, () => renewing(work, source()), sent);
  try {
    const isChecked = job.step === "PICTURES" || job.step === "WRITING";
    work.ready();
    if (!isChecked && !(await check(work, file))) return;
    if (job.step !== "WRITING" && !(await fetchMissing(work, file))) return;
    await write(work, file, job.step === "WRITING" ? job.done : 0);
  } finally {
    file.close?.();
  }
}

/** Renews the lease while a file is read, because reading a large file can take longer than the lease. */
async function* renewing(
  work: Work,
  source: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let renewedAt = performance.now();
  for await (const bytes of source) {
    yield bytes;
    if (performance.now() - renewedAt < renewEveryMs) continue;
    await work.claimed.renew();
    renewedAt = performance.now();
  }
}

/**
 * Checks the file. Returns false if this slice ends here: the file has errors, it was a dry run, or the check continues
 * in the next slice.
 */
async function check(work: Work, file: ImportFile): Promise<boolean> {
  const { job } = work;
  const total = recordsToCheck(file);
  const found = createFindings();
  const sum: Counts = { ...noCounts };
  const from = await resumeCheck(work, file, total, found, sum);
  const done = await checkRecords(file, from, found, {
    isOver: () => (file.checkIsIndivisible === true ? work.stopped() : work.expired()),
    run: runner(work, ({ done: next }) => sql`done = ${next}`, {
      committed: (step) => addCounts(sum, step),
    }),
  });
  if (done < total && !found.isFull) {
    await pauseCheck(work, file, done, found, sum);
    return false;
  }
  const all = createFindings();
  all.join(file.findings);
  all.join(found);
  const storable = findingsOf(all);
  const counts = sql`faults = ${all.errorCount}, notices = ${all.warnings.length}`;
  if (all.errorCount > 0) {
    await jobStep(work, async (tx) => {
      await replaceFindings(tx, job.id, storable);
      return sql`${counts}, ${countsAre(noCounts)}`;
    });
    await endStep(
      work,
      "FAILED",
      sql`failure = 'The file has errors. Nothing was changed. Correct them and send the file again.'`,
    );
    return false;
  }
  await jobStep(work, async (tx) => {
    await replaceFindings(tx, job.id, storable);
    return job.dryRun
      ? sql`${counts}, ${countsAre(sum)}`
      : sql`${counts}, ${countsAre(noCounts)}, step = 'PICTURES', done = 0, total = null`;
  });
  if (job.dryRun) await endStep(work, "DONE", sql`step = null`);
  return !job.dryRun;
}

/** Commits each step together with a change to the job's row, then calls `committed`. */
function runner(
  work: Work,
  change: (processed: { done: number; step: Step }) => Sql,
  {
    committed = () => {},
    progress = false,
  }: { committed?: (step: Step) => void } & StepOptions = {},
): StepRunner["run"] {
  return async (process) => {
    let step: Step = noCounts;
    const take = async (tx: Transaction) => {
      const processed = await process(tx);
      step = processed.step;
      return change(processed);
    };
    await jobStep(work, take, { progress });
    committed(step);
  };
}

function countsAre({ created, updated, unchanged }: Counts): Sql {
  return sql`made = ${created}, changed = ${updated}, unchanged = ${unchanged}`;
}

/** Starts a check, or continues one that an earlier slice paused. Returns the number of records already checked. */
async function resumeCheck(
  work: Work,
  file: ImportFile,
  total: number,
  found: Findings,
  sum: Counts,
): Promise<number> {
  const { ctx, job } = work;
  if (job.step === "CHECKING" && file.checkIsIndivisible !== true) {
    found.join(await ctx.tx((tx) => readFindings(tx, job)));
    addCounts(sum, job);
    return job.checked;
  }
  await jobStep(work, async (tx) => {
    await replaceFindings(tx, job.id, []);
    return sql`step = 'CHECKING', done = 0, checked = 0, total = ${total}`;
  });
  return 0;
}

/** Stores the check's progress and findings for the next time slice. An indivisible check starts again instead. */
async function pauseCheck(
  work: Work,
  file: ImportFile,
  done: number,
  found: Findings,
  sum: Counts,
): Promise<void> {
  const { job } = work;
  if (file.checkIsIndivisible === true) return;
  const pause = async (tx: Transaction) => {
    await replaceFindings(tx, job.id, findingsOf(found));
    return sql`checked = ${done}, faults = ${found.errorCount}, ${countsAre(sum)}`;
  };
  await jobStep(work, pause, { progress: true });
}

/** Downloads pictures. Returns false if the time slice has ended; the next one continues where this one stopped. */
async function fetchMissing(work: Work, file: ImportFile): Promise<boolean> {
  const { services, ctx, job, fetchPicture } = work;
  const total = file.pictures.length;
  const waits = readWaits(job.pictureWaits);
  const start = { from: job.step === "PICTURES" ? job.done : 0, waits };
  const isComplete = await downloadPictures(ctx, services, file, fetchPicture, start, {
    isOver: work.expired,
    save: ({ fetched, missing, done }) => {
      const note = async (tx: Transaction) => {
        if (fetched.size > 0) await rememberPictures(tx, fetched);
        if (missing.length > 0) await addFindings(tx, job.id, missing.map(asFinding));
        return sql`pictures_fetched = pictures_fetched + ${fetched.size},
          pictures_missing = pictures_missing + ${missing.length}, done = ${done}, total = ${total},
          picture_waits = ${JSON.stringify(storedWaits(waits))}::jsonb`;
      };
      return jobStep(work, note, { progress: fetched.size + missing.length > 0 });
    },
  });
  if (!isComplete) return false;
  await jobStep(work, async () => sql`step = 'WRITING', done = 0, total = ${file.total}`);
  return true;
}

async function write(work: Work, file: ImportFile, from: number): Promise<void> {
  let written = from;
  let last: Step = noCounts;
  const commit = runner(
    work,
    ({ done, step }) => {
      written = done;
      return sql`done = ${done}, made = made + ${step.created},
        changed = changed + ${step.updated}, unchanged = unchanged + ${step.unchanged}`;
    },
    { progress: true, committed: (step) => (last = step) },
  );
  try {
    const done = await writeRecords(file, work.ctx, from, {
      isOver: work.expired,
      async run(process) {
        await requireImportsLeft(work.ctx);
        await commit(process);
        await countImported(work.ctx, last);
      },
    });
    if (done === file.total) await endStep(work, "DONE", sql`step = null`);
  } catch (error) {
    if (error instanceof StoreChanged) await failChanged(work, error);
    else if (error instanceof TooMuchImported)
      await endStep(work, "FAILED", sql`failure = ${tooMuchText(written)}`);
    else throw error;
  }
}

function tooMuchText(done: number): string {
  return `The imports of this owner's stores have reached the daily limit. Records written from the file: ${done}. Send the file again tomorrow to write the rest.`;
}

async function failChanged(work: Work, { message, found, done }: StoreChanged): Promise<void> {
  await jobStep(work, async (tx) => {
    const errors = findingsOf(found).filter(({ kind }) => kind === "ERROR");
    await addFindings(tx, work.job.id, errors);
    return sql`faults = faults + ${found.errorCount}`;
  });
  const failure = `${message} Records written from the file: ${done}. Correct the file and send it again.`;
  await endStep(work, "FAILED", sql`failure = ${failure}`);
}

function asFinding({ row, url, reason }: MissingPicture): ImportFinding {
  return { kind: "IMAGE", row, rowCount: 1, column: url, message: reason };
}
