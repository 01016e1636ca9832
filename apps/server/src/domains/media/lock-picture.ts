import type { Queryable } from "../../platform/database/sql.ts";
import { sql } from "../../platform/database/sql.ts";

/** Serializes storing and deleting the files of one picture. The lock is held until the transaction ends. */
export async function lockPicture(tx: Queryable, key: string): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
}

/** Takes a shared lock for storing any number of pictures. Transactions that hold this lock don't block each other. */
export async function lockEveryPicture(tx: Queryable): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock_shared(hashtextextended(${every}, 0))`);
}

/**
 * Locks a picture to delete its files. Returns false while lockEveryPicture() is held, because its holder may store the
 * picture.
 */
export async function lockClearing(tx: Queryable, key: string): Promise<boolean> {
  const row = await tx.row<{ free: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${every}, 0)) as free`,
  );
  if (row?.free !== true) return false;
  await lockPicture(tx, key);
  return true;
}

const every = "every picture";
