import { type Queryable, sql } from "../apps/server/src/platform/database/sql.ts";

/** How many rows of a table the statements of `work` read in a transaction, with or without an index. */
export async function rowsRead(
  tx: Queryable,
  table: string,
  work: () => Promise<unknown>,
): Promise<number> {
  const before = await readSoFar(tx, table);
  await work();
  return (await readSoFar(tx, table)) - before;
}

/** The rows read so far, including those of earlier transactions that the connection has not yet reported. */
async function readSoFar(tx: Queryable, table: string): Promise<number> {
  const row = await tx.row<{ n: number }>(sql`
    select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as n from pg_stat_xact_all_tables
    where relid = ${`shop.${table}`}::regclass`);
  return row?.n ?? 0;
}
