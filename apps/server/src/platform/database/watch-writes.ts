import type { Pool } from "pg";
import { queryable, sql } from "./sql.ts";
import { isSqlState } from "./sql-state.ts";

const probeEveryMs = 3000;
/**
 * After a request failed on a full disk, the disk counts as full for this long, even if the probe finds a free
 * megabyte.
 */
const failureCountsMs = 10_000;

/** Checks whether the database has space to write. */
export type WriteWatch = {
  /** Records that the disk is full if a request's error says so. */
  noteError(error: unknown): void;
  /** False while the disk is full. The database is probed at most every three seconds. */
  hasSpace(): Promise<boolean>;
};

export function watchWrites(pool: Pool): WriteWatch {
  let failedAt = -Infinity;
  let probe = { at: -Infinity, hasSpace: Promise.resolve(true) };
  return {
    noteError(error) {
      if (isDiskFull(error)) failedAt = performance.now();
    },
    async hasSpace() {
      const now = performance.now();
      if (now - failedAt < failureCountsMs) return false;
      if (now - probe.at >= probeEveryMs) probe = { at: now, hasSpace: probeSpace(pool) };
      return probe.hasSpace;
    },
  };
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
