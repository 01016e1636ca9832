import type { ImportFinding } from "@vetrina/contract/imports";
import type { Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { storePicture } from "../../platform/media.ts";
import { ApiFailure } from "../../platform/errors.ts";
import { readParts } from "./file-parts.ts";
import { holdCurrency } from "../stores/lock-store.ts";
import { endStep, jobStep, type Work } from "./job-step.ts";
import { addFindings, createFindings, type Findings } from "../catalogue-files/findings.ts";
import { type ImportFile, type Outcome, sizeOf } from "../catalogue-files/import-file.ts";
import { openImportFile } from "../catalogue-files/open-import-file.ts";
import { fetchPictures, type MissingPicture } from "../catalogue-files/pictures/fetch-pictures.ts";
import { readKnownPictures, rememberPictures } from "../catalogue-files/pictures/known-pictures.ts";

/** Findings that are kept of a job, of each kind; more are counted alone. */
const mostFindings = 2000;
const picturesAtOnce = 8;
const lookedUpAtOnce = 500;

/**
 * Works an import off from where it stands: every thing is checked, pictures are fetched, then things are written step by
 * step. A file with a fault is FAILED and has changed nothing.
 */
export async function runImport(work: Work): Promise<void> {
  const { services, ctx, job } = work;
  const source = () => readParts(services.files, job.id, job.parts);
  const sent = { fileName: job.fileName, at: job.createdAt };
  const file = await openImportFile(job.kind, ctx, source, sent);
  const begun = job.step === "PICTURES" || job.step === "WRITING";
  if (!begun && !(await check(work, file))) return;
  if (begun) await ctx.tx((tx) => file.arrange(tx, job.arranged));
  work.ready();
  if (job.step !== "WRITING" && !(await fetchMissing(work, file))) return;
  await write(work, file, job.step === "WRITING" ? job.done : 0);
}

/** False where the import or the process ends with it: the file has faults, it was a dry run, or it begins anew later. */
async function check(work: Work, file: ImportFile): Promise<boolean> {
  const { job } = work;
  // A file of faults alone is compared with nothing: more of them than anybody reads would be found.
  const total = file.findings.faults.length < mostFindings ? file.total : 0;
  let arranged: string[] = [];
  await jobStep(work, async (tx) => {
    await tx.run(
      sql`delete from shop.file_findings where store_id = ${tx.storeId} and job_id = ${job.id}`,
    );
    arranged = await file.arrange(tx, null);
    return sql`step = 'CHECKING', done = 0, total = ${total}, arranged = ${arranged}`;
  });
  const found = createFindings();
  const sum: Outcome = { ...nothing };
  for (let done = 0; done < total;) {
    // Not at the turn's end: the next one begins a check anew, and a long one would never come to its own.
    if (work.stopped()) {
      await jobStep(work, async () => sql`attempts = attempts - 1`);
      return false;
    }
    let step = { ...nothing, found: createFindings() };
    await jobStep(work, async (tx) => {
      const inStep = createFindings();
      step = { ...(await file.check(tx, done, inStep)), found: inStep };
      return sql`done = ${done + sizeOf(step)}`;
    });
    done += sizeOf(step);
    add(sum, step);
    addFindings(found, step.found);
  }
  const faults = [...file.findings.faults, ...found.faults].sort((a, b) => a.row - b.row);
  const notices = [...file.findings.notices, ...found.notices];
  const kept = [
    ...faults.map((fault) => ({ kind: "FAULT" as const, rows: 1, ...fault })),
    ...notices.map(({ rows, column, message }) => ({
      kind: "NOTICE" as const,
      row: rows[0] ?? null,
      rows: rows.length,
      column,
      message,
    })),
  ];
  const counts = sql`faults = ${faults.length}, notices = ${notices.length}`;
  if (faults.length > 0) {
    await jobStep(work, async (tx) => {
      await keepFindings(tx, job.id, kept);
      return counts;
    });
    await endStep(work, "FAILED", sql`failure = 'The file has faults. Nothing was changed.'`);
    return false;
  }
  await jobStep(work, async (tx) => {
    await keepFindings(tx, job.id, kept);
    return job.dryRun
      ? sql`${counts}, made = ${sum.made}, changed = ${sum.changed}, unchanged = ${sum.unchanged}`
      : sql`${counts}, step = 'PICTURES', done = 0, total = null`;
  });
  if (job.dryRun) await endStep(work, "DONE", sql`step = null`);
  return !job.dryRun;
}

/** False where the turn is over: what is here by then is known the next time. */
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
    const wanted = some.filter(({ url }) => !known.has(url));
    for (let next = 0; next < wanted.length; next += picturesAtOnce) {
      if (work.over()) return false;
      const { fetched, missing } = await fetchPictures(
        wanted.slice(next, next + picturesAtOnce),
        fetchPicture,
        (bytes) => storePicture(services.files, bytes),
        () => {},
        failures,
      );
      await jobStep(work, async (tx) => {
        await rememberPictures(tx, fetched);
        await keepFindings(tx, job.id, missing.map(asFinding));
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
    if (work.over()) return;
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

/** What was free when the file was checked is taken by now: a SKU, say. */
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
    await keepFindings(
      tx,
      work.job.id,
      found.faults.map((fault) => Object.assign({ kind: "FAULT" as const, rows: 1 }, fault)),
    );
    return sql`faults = faults + ${found.faults.length}`;
  });
  const failure = `${why} ${done} of its things were written before: send the file again when it is corrected.`;
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

async function keepFindings(
  tx: Transaction,
  jobId: string,
  findings: readonly ImportFinding[],
): Promise<void> {
  if (findings.length === 0) return;
  await tx.run(sql`
    insert into shop.file_findings (store_id, job_id, position, kind, row, rows, col, message)
    select ${tx.storeId}, ${jobId}, b.n + row_number() over (order by r.at), r.kind, r.row, r.rows, r."column", left(r.message, 1000)
    from (select coalesce(max(position), 0) as n, count(*) filter (where kind = 'FAULT') as f,
        count(*) filter (where kind = 'NOTICE') as t, count(*) filter (where kind = 'PICTURE') as p
      from shop.file_findings where store_id = ${tx.storeId} and job_id = ${jobId}) b
    cross join lateral (
      select *, row_number() over (partition by o.value ->> 'kind' order by o.at) as nth
      from jsonb_array_elements(${JSON.stringify(findings)}::jsonb) with ordinality o (value, at)
      cross join lateral jsonb_to_record(o.value) as x (kind text, row int, rows int, "column" text, message text)
    ) r
    where r.nth + case r.kind when 'FAULT' then b.f when 'NOTICE' then b.t else b.p end <= ${mostFindings}`);
}

async function triedPictures(tx: Transaction, jobId: string): Promise<string[]> {
  const rows = await tx.rows<{ url: string }>(sql`
    select col as url from shop.file_findings
    where store_id = ${tx.storeId} and job_id = ${jobId} and kind = 'PICTURE'`);
  return rows.map(({ url }) => url);
}
