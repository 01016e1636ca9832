import type { ImportFinding } from "@vetrina/contract/imports";
import { sql } from "../../platform/database/sql.ts";
import { storePicture } from "../../platform/pictures/media.ts";
import { invalidPicture } from "../../platform/pictures/picture-work.ts";
import { ApiFailure } from "../../platform/errors.ts";
import { readParts } from "./file-parts.ts";
import {
  findingsOf,
  addFindings,
  readFindings,
  replaceFindings,
  triedPictures,
} from "./file-findings.ts";
import { holdCurrency } from "../../platform/database/lock-store.ts";
import { endStep, jobStep, leaseMs, renewClaim, type Work } from "./job-step.ts";
import { createFindings, type Findings, maxStored } from "../catalogue-files/findings.ts";
import { type ImportFile, type Outcome, sizeOf } from "../catalogue-files/import-file.ts";
import { openImportFile } from "../catalogue-files/open-import-file.ts";
import { hasPictureRoom, noPictureRoom } from "../media/picture-room.ts";
import { fetchPictures, type MissingPicture } from "../catalogue-files/pictures/fetch-pictures.ts";
import { readKnownPictures, rememberPictures } from "../catalogue-files/pictures/known-pictures.ts";

const picturesAtOnce = 8;
const lookedUpAtOnce = 500;

/**
 * Continues an import: it checks all records, fetches pictures, then writes records step by step until the time slice
 * ends. A file with an error is FAILED and has changed nothing.
 */
export async function runImport(work: Work): Promise<void> {
  const { services, ctx, job } = work;
  const source = () => readParts(services.files, job.id, job.parts);
  const sent = { fileName: job.fileName, at: job.createdAt };
  const file = await openImportFile(job.kind, ctx, () => renewing(work, source()), sent);
  try {
    const isChecked = job.step === "PICTURES" || job.step === "WRITING";
    if (isChecked) await ctx.tx((tx) => file.arrange(tx, job.arranged));
    work.ready();
    if (!isChecked && !(await check(work, file))) return;
    if (job.step !== "WRITING" && !(await fetchMissing(work, file))) return;
    await write(work, file, job.step === "WRITING" ? job.done : 0);
  } finally {
    file.close?.();
  }
}

/** Renews the claim while a file is read, because reading a large file takes longer than the claim lasts. */
async function* renewing(
  work: Work,
  source: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let renewedAt = performance.now();
  for await (const bytes of source) {
    yield bytes;
    if (performance.now() - renewedAt < leaseMs / 3) continue;
    await renewClaim(work);
    renewedAt = performance.now();
  }
}

/** False if the import or the time slice ends here: the file has errors, it was a dry run, or it continues later. */
async function check(work: Work, file: ImportFile): Promise<boolean> {
  const { job } = work;
  // A file with very many errors is not compared with the store, which would only find more.
  const total = file.findings.errorCount < maxStored ? file.total : 0;
  const found = createFindings();
  const sum: Outcome = { ...nothing };
  let done = await resumeCheck(work, file, total, found, sum);
  while (done < total && !found.isFull) {
    if (file.checkIsIndivisible === true ? work.stopped() : work.expired()) {
      await pauseCheck(work, file, done, found, sum);
      return false;
    }
    await file.prepare?.(done);
    let step = { ...nothing, found: createFindings() };
    await jobStep(work, async (tx) => {
      const inStep = createFindings();
      step = { ...(await file.check(tx, done, inStep)), found: inStep };
      return sql`done = ${done + sizeOf(step)}`;
    });
    done += sizeOf(step);
    add(sum, step);
    found.join(step.found);
  }
  if (found.isFull) found.stopAt(found.faults.at(-1)?.row ?? 0);
  const all = createFindings();
  all.join(file.findings);
  all.join(found);
  const storable = findingsOf(all);
  const counts = sql`faults = ${all.errorCount}, notices = ${all.notices.length}`;
  if (all.errorCount > 0) {
    await jobStep(work, async (tx) => {
      await replaceFindings(tx, job.id, storable);
      return sql`${counts}, made = 0, changed = 0, unchanged = 0`;
    });
    await endStep(work, "FAILED", sql`failure = 'The file has errors. Nothing was changed.'`);
    return false;
  }
  await jobStep(work, async (tx) => {
    await replaceFindings(tx, job.id, storable);
    return job.dryRun
      ? sql`${counts}, made = ${sum.made}, changed = ${sum.changed}, unchanged = ${sum.unchanged}`
      : sql`${counts}, made = 0, changed = 0, unchanged = 0, step = 'PICTURES', done = 0, total = null`;
  });
  if (job.dryRun) await endStep(work, "DONE", sql`step = null`);
  return !job.dryRun;
}

/** Continues a check that an earlier slice has paused, or starts it. Returns the number of checked records. */
async function resumeCheck(
  work: Work,
  file: ImportFile,
  total: number,
  found: Findings,
  sum: Outcome,
): Promise<number> {
  const { ctx, job } = work;
  if (job.step === "CHECKING" && job.arranged !== null && file.checkIsIndivisible !== true) {
    found.join(await ctx.tx((tx) => readFindings(tx, job)));
    add(sum, job);
    await ctx.tx((tx) => file.arrange(tx, job.arranged));
    return job.checked;
  }
  await jobStep(work, async (tx) => {
    await replaceFindings(tx, job.id, []);
    const arranged = await file.arrange(tx, null);
    return sql`step = 'CHECKING', done = 0, checked = 0, total = ${total}, arranged = ${arranged}`;
  });
  return 0;
}

/** Stores the check's findings so far for the next time slice. */
async function pauseCheck(
  work: Work,
  file: ImportFile,
  done: number,
  found: Findings,
  sum: Outcome,
): Promise<void> {
  const { job } = work;
  if (file.checkIsIndivisible === true)
    return jobStep(work, async () => sql`attempts = attempts - 1`);
  await jobStep(work, async (tx) => {
    await replaceFindings(tx, job.id, findingsOf(found));
    return sql`checked = ${done}, attempts = 0, faults = ${found.errorCount},
      made = ${sum.made}, changed = ${sum.changed}, unchanged = ${sum.unchanged}`;
  });
}

/** False if the time slice has ended: pictures fetched so far are known the next time. */
async function fetchMissing(work: Work, file: ImportFile): Promise<boolean> {
  const { services, ctx, job, fetchPicture } = work;
  const { pictures } = file;
  const total = pictures.length;
  const tried = new Set(await ctx.tx((tx) => triedPictures(tx, job.id)));
  const failures = new Map<string, number>();
  for (let from = 0; from < total; from += lookedUpAtOnce) {
    const some = pictures.slice(from, from + lookedUpAtOnce).filter(({ url }) => !tried.has(url));
    const urls = some.map(({ url }) => url);
    const known = await ctx.tx((tx) => readKnownPictures(tx, urls));
    const toFetch = some.filter(({ url }) => !known.has(url));
    for (let next = 0; next < toFetch.length; next += picturesAtOnce) {
      if (work.expired()) return false;
      const { fetched, missing } = await fetchPictures(
        toFetch.slice(next, next + picturesAtOnce),
        fetchPicture,
        async (bytes) => {
          if (!(await ctx.tx((tx) => hasPictureRoom(tx, services))))
            throw invalidPicture(noPictureRoom);
          return storePicture(services.files, bytes, { from: "import", storeId: ctx.store.id });
        },
        () => {},
        failures,
      );
      await jobStep(work, async (tx) => {
        await rememberPictures(tx, fetched);
        await addFindings(tx, job.id, missing.map(asFinding));
        return sql`pictures_fetched = pictures_fetched + ${fetched.size},
          pictures_missing = pictures_missing + ${missing.length}, done = ${from + next}, total = ${total}, attempts = 0`;
      });
    }
    const done = Math.min(from + lookedUpAtOnce, total);
    await jobStep(work, async () => sql`done = ${done}, total = ${total}`);
  }
  await jobStep(work, async () => sql`step = 'WRITING', done = 0, total = ${file.total}`);
  return true;
}

async function write(work: Work, file: ImportFile, from: number): Promise<void> {
  const { ctx } = work;
  for (let done = from; done < file.total;) {
    if (work.expired()) return;
    await file.prepare?.(done);
    let size = 0;
    try {
      await jobStep(work, async (tx) => {
        await holdCurrency(tx, ctx);
        const found = createFindings();
        const step = await file.write(tx, ctx, done, found);
        if (found.faults.length > 0) throw new StoreChanged(found);
        size = sizeOf(step);
        return sql`done = ${done + size}, made = made + ${step.made}, changed = changed + ${step.changed},
          unchanged = unchanged + ${step.unchanged}, attempts = 0`;
      });
    } catch (error) {
      if (error instanceof StoreChanged) return failChanged(work, done, error.found);
      if (error instanceof ApiFailure && error.code === "CURRENCY_CHANGED")
        return failChanged(work, done, createFindings(), error.message);
      throw error;
    }
    done += size;
  }
  await endStep(work, "DONE", sql`step = null`);
}

/** Thrown if the store has changed since the check: a SKU has been taken, for example. */
class StoreChanged extends Error {
  override name = "StoreChanged";
  readonly found: Findings;

  constructor(found: Findings) {
    super("the store has changed");
    this.found = found;
  }
}

async function failChanged(
  work: Work,
  done: number,
  found: Findings,
  why = "The store has changed since the file was checked.",
): Promise<void> {
  await jobStep(work, async (tx) => {
    await addFindings(
      tx,
      work.job.id,
      findingsOf(found).filter(({ kind }) => kind === "FAULT"),
    );
    return sql`faults = faults + ${found.errorCount}`;
  });
  const failure = `${why} ${done} of its records were written before. Correct the file and send it again.`;
  await endStep(work, "FAILED", sql`failure = ${failure}`);
}

const nothing: Outcome = { made: 0, changed: 0, unchanged: 0 };

function add(sum: Outcome, { made, changed, unchanged }: Outcome): void {
  sum.made += made;
  sum.changed += changed;
  sum.unchanged += unchanged;
}

function asFinding({ row, url, reason }: MissingPicture): ImportFinding {
  return { kind: "PICTURE", row, rows: 1, column: url, message: reason };
}
