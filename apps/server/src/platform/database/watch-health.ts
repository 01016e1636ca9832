import { setTimeout as sleep } from "node:timers/promises";
import type { Pool } from "pg";
import { ApiFailure } from "../errors.ts";
import { afterIterations } from "../event-loop/pace.ts";
import { queryable, sql } from "./sql.ts";
import { isSqlState } from "./sql-state.ts";

/** How long the result of a check is cached. */
const keptMs = 1000;
/** A check waits this long for the database to respond, and as long again for the result of the disk space check. */
const patienceMs = 1000;
/** An answer that has arrived is read within this many iterations of the event loop. */
const readingIterations = 8;
const probeEveryMs = 3000;
/**
 * After a request failed on a full disk, the disk counts as full for this long, even if the probe finds a free
 * megabyte.
 */
const failureCountsMs = 10_000;

/** Checks whether the database responds and has space to write. */
export type HealthWatch = {
  /** Records that the disk is full if a request's error says so. */
  noteError(error: unknown): void;
  /**
   * DATABASE_UNAVAILABLE if the database doesn't respond within a second or has no space, else null. One check runs at a
   * time, at most one a second, and all callers share its answer.
   */
  problem(): Promise<ApiFailure | null>;
};

/** Watches the database through connections of its own, because requests and jobs can use up all others. */
export function watchHealth(pool: Pool): HealthWatch {
  let failedAt = -Infinity;
  let probe = { at: -Infinity, hasSpace: Promise.resolve(true) };
  let known: { at: number; problem: ApiFailure | null } | null = null;
  let running: Promise<ApiFailure | null> | null = null;

  const isFull = () => performance.now() - failedAt < failureCountsMs;
  const hasSpace = async () => {
    if (isFull()) return false;
    const now = performance.now();
    if (now - probe.at >= probeEveryMs) probe = { at: now, hasSpace: probeSpace(pool) };
    return probe.hasSpace;
  };
  const check = async () => {
    if (!(await soon(responds(pool)))) return unavailable("The database isn't responding.");
    return (await soon(hasSpace()))
      ? null
      : unavailable("The database has no disk space left, or didn't answer in time.");
  };
  return {
    noteError(error) {
      if (isDiskFull(error)) failedAt = performance.now();
    },
    async problem() {
      const isFresh = known !== null && performance.now() - known.at < keptMs;
      if (known !== null && isFresh && (known.problem !== null || !isFull())) return known.problem;
      running ??= check().then((problem) => {
        known = { at: performance.now(), problem };
        running = null;
        return problem;
      });
      return running;
    },
  };
}

function unavailable(message: string): ApiFailure {
  return new ApiFailure("DATABASE_UNAVAILABLE", message);
}

async function responds(pool: Pool): Promise<boolean> {
  await queryable(pool).run(sql`select 1`);
  return true;
}

/** Whether the database's disk is full. Our own files may be on another disk. */
function isDiskFull(error: unknown): boolean {
  return isSqlState(error, "diskFull");
}

/**
 * Whether the database has space to write. Ignores other errors, because the caller checks separately whether the
 * database responds.
 */
function probeSpace(pool: Pool): Promise<boolean> {
  return queryable(pool)
    .run(sql`select door.check_disk_space()`)
    .then(
      () => true,
      (error: unknown) => !isDiskFull(error),
    );
}

/**
 * Returns false if the query fails or takes longer than a second. An answer that arrived in time while this process was
 * blocked can still be unread when the timer fires, so this waits a few more iterations for it.
 */
async function soon(answer: Promise<boolean>): Promise<boolean> {
  const patience = new AbortController();
  const late = sleep(patienceMs, undefined, { signal: patience.signal })
    .then(() => afterIterations(readingIterations))
    .then(
      () => false,
      () => false,
    );
  try {
    return await Promise.race([answer.catch(() => false), late]);
  } finally {
    patience.abort();
  }
}
