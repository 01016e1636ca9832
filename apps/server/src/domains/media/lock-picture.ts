import type { Queryable } from "../../platform/database/sql.ts";
import { sql } from "../../platform/database/sql.ts";

/** Makes storing and clearing one picture's files wait for each other, until the transaction ends. */
export async function lockPicture(tx: Queryable, key: string): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
}

/** A shared lock for storing any number of pictures; it does not block others that store. */
export async function lockEveryPicture(tx: Queryable): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock_shared(hashtextextended(${every}, 0))`);
}

/** For clearing a picture: false while others store pictures, because it may be one of them. */
export async function lockClearing(tx: Queryable, key: string): Promise<boolean> {
  const row = await tx.row<{ free: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${every}, 0)) as free`,
  );
  if (row?.free !== true) return false;
  await lockPicture(tx, key);
  return true;
}

const every = "every picture";
