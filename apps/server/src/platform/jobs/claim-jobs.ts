import { type Queryable, sql } from "../database/sql.ts";
import type { QueueCounts } from "../metrics.ts";
import type { AnyJob, EndedMail } from "./define-job.ts";

/** A job's row as claimed. `claim` and `attempts` are the numbers of the claim and of the attempt. */
export type ClaimedJob = {
  id: number;
  kind: string;
  lane: string;
  storeId: string | null;
  payload: unknown;
  attempts: number;
  lastError: string | null;
  claim: number;
  isLarge: boolean;
};

/** How a claimed job ended. `counts`: whether a failed attempt counts toward the maximum. */
export type Outcome = Pick<ClaimedJob, "id" | "claim"> & {
  how: "done" | "again" | "retry" | "failed";
  pauseMs: number;
  payload: unknown;
  error: string | null;
  inOrder: boolean;
  counts: boolean;
  /** How sending an email ended. Recorded even if the claim is no longer held, because the email may have been sent. */
  mail?: EndedMail;
};

/**
 * How many jobs of a kind a process can take now, whether they may include a large one, and the lane to continue from.
 */
export type Room = { job: AnyJob; room: number; withLarge: boolean; after: string };

export type Claims = {
  jobs: ClaimedJob[];
  /** For each kind with more lanes to search: the lane at which the search stopped. */
  next: Record<string, string>;
};

const defaultLeaseMs = 60_000;

export function leaseOf({ leaseMs = defaultLeaseMs }: Pick<AnyJob, "leaseMs">): number {
  return leaseMs;
}

/**
 * Does three things in one statement: records outcomes, releases jobs that hang or whose process died (if `frees` is
 * true), and claims new jobs.
 */
export async function workJobs(
  db: Queryable,
  worker: string,
  outcomes: readonly Outcome[],
  rooms: readonly Room[],
  frees: boolean,
): Promise<Claims> {
  const ended = outcomes.map(({ pauseMs, inOrder, ...outcome }) =>
    Object.assign(outcome, { pause_ms: pauseMs, in_order: inOrder }),
  );
  const kinds = rooms.map(({ job, room, withLarge, after }) => ({
    kind: job.kind,
    room,
    of_owner: job.ofOwner ?? null,
    in_order: job.inOrder ?? false,
    with_large: withLarge,
    lease_ms: leaseOf(job),
    after,
  }));
  const row = await db.row<{ claims: Claims }>(sql`
    select door.work_jobs(${worker}::bigint, ${JSON.stringify(ended)}, ${JSON.stringify(kinds)}, ${frees}) as claims`);
  return row?.claims ?? { jobs: [], next: {} };
}

/** Stores the schedules of the recurring jobs. */
export async function scheduleJobs(db: Queryable, jobs: readonly AnyJob[]): Promise<void> {
  const recurring = jobs.flatMap(({ kind, everySeconds }) =>
    everySeconds === undefined ? [] : [{ kind, seconds: everySeconds }],
  );
  await db.run(sql`select door.schedule_jobs(${JSON.stringify(recurring)})`);
}

/** Counts the waiting, running and failed jobs of each kind. */
export async function countJobs(db: Queryable): Promise<QueueCounts | null> {
  const row = await db.row<{ counts: QueueCounts }>(sql`select door.count_jobs() as counts`);
  return row?.counts ?? null;
}
