import type { Queryable } from "../../platform/database/sql.ts";
import { sql } from "../../platform/database/sql.ts";

/** Makes who keeps a picture and who clears its files away wait for each other, to the transaction's end. */
export async function lockPicture(tx: Queryable, key: string): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
}

/** The same for however many pictures: who keeps them waits for nobody else who does. */
export async function lockEveryPicture(tx: Queryable): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock_shared(hashtextextended(${every}, 0))`);
}

/** For who clears a picture away: false while others keep pictures of which it may be one. */
export async function lockClearing(tx: Queryable, key: string): Promise<boolean> {
  const row = await tx.row<{ free: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${every}, 0)) as free`,
  );
  if (row?.free !== true) return false;
  await lockPicture(tx, key);
  return true;
}

const every = "every picture";
