import type { Transaction } from "../context.ts";
import { sql } from "../database/sql.ts";
import { notFound } from "../errors.ts";

/** Where the store of the transaction is written to. */
export async function contactEmailOf(tx: Transaction): Promise<string> {
  const row = await tx.row<{ email: string }>(
    sql`select contact ->> 'email' as email from catalogue.stores where id = ${tx.storeId}`,
  );
  if (row === undefined) throw notFound("store");
  return row.email;
}

export type StoreMailbox = { email: string; userId: string | null };

/** Where mails to the store go: its contact address is anybody's until it is proven. Undefined: to nobody. */
export function storeMailbox(tx: Transaction): Promise<StoreMailbox | undefined> {
  return tx.row<StoreMailbox>(
    sql`select email, user_id as "userId" from door.store_mailbox(${tx.storeId})`,
  );
}
