import type { Export } from "@vetrina/contract/catalogue/exports";
import type { Import } from "@vetrina/contract/catalogue/imports";
import type { Transaction } from "../../platform/context.ts";
import { type Sql, sql } from "../../platform/database/sql.ts";
import { notFound } from "../../platform/errors.ts";
import type { StoredWaits } from "../catalogue-files/pictures/picture-waits.ts";

export type Direction = "IN" | "OUT";

/** A row of shop.file_jobs. */
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
  step: "CHECKING" | "PICTURES" | "WRITING" | null;
  done: number;
  /**
   * The number of records checked in earlier time slices. Their results are in `created`, `updated` and `unchanged`.
   */
  checked: number;
  total: number | null;
  nextPage: string;
  created: number;
  updated: number;
  unchanged: number;
  imagesDownloaded: number;
  imagesFailed: number;
  pictureWaits: StoredWaits | null;
  errorCount: number;
  warningCount: number;
  failure: string | null;
  actorKind: string;
  actorId: string | null;
  traceId: string;
  createdAt: Date;
  startedAt: Date | null;
  endedAt: Date | null;
  expiresAt: Date | null;
};

const columns = sql`id, store_id as "storeId", direction, kind, file_name as "fileName", dry_run as "dryRun", bytes, parts, state,
  step, done, checked, total, next_page as "nextPage", made as created, changed as updated, unchanged, pictures_fetched as "imagesDownloaded",
  pictures_missing as "imagesFailed", picture_waits as "pictureWaits", faults as "errorCount", notices as "warningCount", failure, actor_kind as "actorKind", actor_id as "actorId",
  trace_id as "traceId", created_at as "createdAt", started_at as "startedAt", ended_at as "endedAt",
  expires_at as "expiresAt"`;

const words = { IN: "import", OUT: "export" };

/** Reads one job. Throws NOT_FOUND. */
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

/** Marks a job as running. Returns undefined if the job is already done, failed or canceled. */
export function beginJob(tx: Transaction, id: string, at: Date): Promise<JobRow | undefined> {
  return tx.row<JobRow>(sql`
    update shop.file_jobs set state = 'RUNNING', started_at = coalesce(started_at, ${at})
    where store_id = ${tx.storeId} and id = ${id} and state in ('WAITING', 'RUNNING')
    returning ${columns}`);
}

/** Whether a job is still running. Called at the beginning of a step. */
export async function isRunning(tx: Transaction, id: string): Promise<boolean> {
  const row = await tx.row(sql`
    select from shop.file_jobs where store_id = ${tx.storeId} and id = ${id} and state = 'RUNNING' for key share`);
  return row !== undefined;
}

export function updateJob(tx: Transaction, id: string, change: Sql): Promise<number> {
  return tx.run(
    sql`update shop.file_jobs set ${change} where store_id = ${tx.storeId} and id = ${id}`,
  );
}

/** Updates a job's row at the end of a step. Returns false if the job was canceled in the meantime. */
export async function updateRunning(tx: Transaction, id: string, change: Sql): Promise<boolean> {
  const changed = await tx.run(sql`
    update shop.file_jobs set ${change} where store_id = ${tx.storeId} and id = ${id} and state = 'RUNNING'`);
  return changed > 0;
}

export function importToWire(row: JobRow): Import {
  const { id, storeId, kind, fileName, bytes, dryRun, step, failure } = row;
  const { created, updated, unchanged, imagesDownloaded, imagesFailed } = row;
  const { errorCount, warningCount } = row;
  const counts = { created, updated, unchanged, imagesDownloaded, imagesFailed };
  const found = { errorCount, warningCount };
  const shown = step === "PICTURES" ? "IMAGES" : step;
  const about = { id, storeId, kind, fileName, bytes, dryRun, progress: progressOf(row) };
  return { ...about, step: shown, failure, ...counts, ...found, ...timesOf(row) };
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
