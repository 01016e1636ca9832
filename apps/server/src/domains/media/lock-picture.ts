import type { Queryable } from "../../platform/database/sql.ts";
import { sql } from "../../platform/database/sql.ts";

/** Makes who keeps a picture and who clears its files away wait for each other, to the transaction's end. */
export async function lockPicture(tx: Queryable, key: string): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
}
