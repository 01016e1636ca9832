import type { Export } from "@vetrina/contract/exports";
import type { Import } from "@vetrina/contract/imports";
import type { Transaction } from "../../platform/context.ts";
import { type Sql, sql } from "../../platform/database/sql.ts";
import { notFound } from "../../platform/errors.ts";

export type Direction = "IN" | "OUT";

/** A job's row. */
export type JobRow = {
  id: string;
  storeId: string;
  direction: Direction;
  kind: Import["kind"];
  fileName: string;
  dryRun: boolean;
  bytes: number;
  parts: number;
  state: Import["progress"]["state"];
  step: Import["step"];
  done: number;
  /** The number of records that earlier time slices have checked; their results are in `made` and so on. */
  checked: number;
  total: number | null;
  arranged: string[] | null;
  nextPage: string;
  made: number;
  changed: number;
  unchanged: number;
  picturesFetched: number;
  picturesMissing: number;
  faults: number;
  notices: number;
  failure: string | null;
  actorKind: string;
  actorId: string | null;
  traceId: string;
  attempts: number;
  createdAt: Date;
  startedAt: Date | null;
  endedAt: Date | null;
  expiresAt: Date | null;
};

const columns = sql`id, store_id as "storeId", direction, kind, file_name as "fileName", dry_run as "dryRun", bytes, parts, state,
  step, done, checked, total, arranged, next_page as "nextPage", made, changed, unchanged, pictures_fetched as "picturesFetched",
  pictures_missing as "picturesMissing", faults, notices, failure, actor_kind as "actorKind", actor_id as "actorId",
  trace_id as "traceId", attempts, created_at as "createdAt", started_at as "startedAt", ended_at as "endedAt",
  expires_at as "expiresAt"`;

const words = { IN: "import", OUT: "export" };

/** Throws NOT_FOUND. */
export async function readJob(
  tx: Transaction,
  id: string,
  direction: Direction,
  lock: Sql = sql``,
): Promise<JobRow> {
  const row = await tx.row<JobRow>(sql`
    select ${columns} from shop.file_jobs where store_id = ${tx.storeId} and id = ${id} and direction = ${direction}${lock}`);
  if (row === undefined) throw notFound(words[direction]);
  return row;
}

export async function readJobs(
  tx: Transaction,
  direction: Direction,
  { page, limit }: { page: number; limit: number },
): Promise<{ rows: JobRow[]; total: number }> {
  const rows = await tx.rows<JobRow>(sql`
    select ${columns} from shop.file_jobs where store_id = ${tx.storeId} and direction = ${direction}
    order by id desc limit ${limit} offset ${(page - 1) * limit}`);
  const counted = await tx.row<{ total: number }>(sql`
    select count(*)::int as total from shop.file_jobs where store_id = ${tx.storeId} and direction = ${direction}`);
  return { rows, total: counted?.total ?? 0 };
}

/**
 * Claims a job for the worker until `claim.until`, renewable; undefined if another worker has it. `by` is the process's
 * advisory lock: if a claim's lock is free, its process is gone and the job can be taken at once.
 */
export function claimJob(
  tx: Transaction,
  id: string,
  claim: { id: string; by: string; at: Date; until: Date },
): Promise<JobRow | undefined> {
  return tx.row<JobRow>(sql`
    update shop.file_jobs set turn_at = ${claim.at}, claim = ${claim.id}, claimed_by = ${claim.by}::bigint, claimed_until = ${claim.until}, state = 'RUNNING', attempts = attempts + 1,
      started_at = coalesce(started_at, ${claim.at})
    where store_id = ${tx.storeId} and id = (
      select id from shop.file_jobs
      where store_id = ${tx.storeId} and id = ${id} and state in ('WAITING', 'RUNNING')
        and (claimed_until is null or claimed_until <= ${claim.at}
          or (claimed_by <> ${claim.by}::bigint and pg_try_advisory_xact_lock(claimed_by)))
      for update skip locked)
    returning ${columns}`);
}

/** Locks the job for a step; false if it was canceled or another worker has taken it. */
export async function holdsClaim(tx: Transaction, id: string, claim: string): Promise<boolean> {
  const row = await tx.row(sql`
    select from shop.file_jobs where store_id = ${tx.storeId} and id = ${id} and claim = ${claim} and state = 'RUNNING'
    for key share`);
  return row !== undefined;
}

export function updateJob(tx: Transaction, id: string, change: Sql): Promise<number> {
  return tx.run(
    sql`update shop.file_jobs set ${change} where store_id = ${tx.storeId} and id = ${id}`,
  );
}

/** The end of a step; false where the job was cancelled meanwhile. */
export async function updateClaimed(
  tx: Transaction,
  id: string,
  claim: string,
  change: Sql,
): Promise<boolean> {
  const changed = await tx.run(sql`
    update shop.file_jobs set ${change}
    where store_id = ${tx.storeId} and id = ${id} and claim = ${claim} and state = 'RUNNING'`);
  return changed > 0;
}

export function importToWire(row: JobRow): Import {
  const { id, storeId, kind, fileName, bytes, dryRun, step, failure } = row;
  const { made, changed, unchanged, picturesFetched, picturesMissing, faults, notices } = row;
  const counts = { made, changed, unchanged, picturesFetched, picturesMissing, faults, notices };
  const about = { id, storeId, kind, fileName, bytes, dryRun, progress: progressOf(row), step };
  return { ...about, failure, ...counts, ...timesOf(row) };
}

export function exportToWire(row: JobRow): Export {
  const { id, storeId, kind, fileName, bytes, failure, expiresAt } = row;
  const about = { id, storeId, kind, fileName, bytes, progress: progressOf(row), failure };
  return {
    ...about,
    ...timesOf(row),
    expiresAt: expiresAt?.toISOString() ?? null,
  };
}

function progressOf({ state, done, total }: JobRow): Import["progress"] {
  return { state, done, total };
}

function timesOf({ createdAt, startedAt, endedAt }: JobRow) {
  return {
    createdAt: createdAt.toISOString(),
    startedAt: startedAt?.toISOString() ?? null,
    endedAt: endedAt?.toISOString() ?? null,
  };
}
