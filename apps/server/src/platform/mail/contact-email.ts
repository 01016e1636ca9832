import type { Transaction } from "../context.ts";
import { sql } from "../database/sql.ts";
import { notFound } from "../errors.ts";

/** The contact address of the transaction's store. */
export async function contactEmailOf(tx: Transaction): Promise<string> {
  const row = await tx.row<{ email: string }>(
    sql`select contact ->> 'email' as email from catalogue.stores where id = ${tx.storeId}`,
  );
  if (row === undefined) throw notFound("store");
  return row.email;
}

export type StoreMailbox = { email: string; userId: string | null };

/**
 * The recipient of emails to the store itself: its contact address if that is verified (staff can enter any address),
 * otherwise an owner. Undefined if there is no recipient.
 */
export function storeMailbox(tx: Transaction): Promise<StoreMailbox | undefined> {
  return tx.row<StoreMailbox>(
    sql`select email, user_id as "userId" from door.store_mailbox(${tx.storeId})`,
  );
}
