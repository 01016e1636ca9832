import type { Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { notFound } from "../../platform/errors.ts";

/** Where the store of the transaction is written to. */
export async function contactEmailOf(tx: Transaction): Promise<string> {
  const row = await tx.row<{ email: string }>(
    sql`select contact ->> 'email' as email from catalogue.stores where id = ${tx.storeId}`,
  );
  if (row === undefined) throw notFound("store");
  return row.email;
}
