import type { Transaction } from "../../platform/context.ts";
import { joinSql, type Sql, sql } from "../../platform/database/sql.ts";

/** Writes these assignments of columns to the locked row of the store, which gets a new version. */
export async function changeStore(
  tx: Transaction,
  assignments: readonly Sql[],
  at: Date,
): Promise<void> {
  const sets = [...assignments, sql`version = version + 1`, sql`updated_at = ${at}`];
  await tx.run(sql`update shop.stores set ${joinSql(sets, ", ")} where id = ${tx.storeId}`);
}

/** Marks the store deleted. Its slug is free for others if nobody ever came to it as a customer. */
export function closeStore(tx: Transaction, at: Date): Promise<void> {
  const isSlugFree = sql`not exists (select from shop.orders o where o.store_id = ${tx.storeId})
    and not exists (select from shop.customers c where c.store_id = ${tx.storeId})
    and not exists (select from shop.subscriptions n where n.store_id = ${tx.storeId})`;
  return changeStore(tx, [sql`deleted_at = ${at}`, sql`is_slug_free = ${isSlugFree}`], at);
}

/** The reader of this mailbox proved it. False if the store has another contact address meanwhile. */
export async function proveContactEmail(tx: Transaction, email: string): Promise<boolean> {
  const proven = await tx.run(sql`
    update shop.stores set proven_contact_email = lower(contact ->> 'email')
    where id = ${tx.storeId} and lower(contact ->> 'email') = lower(${email}) and deleted_at is null`);
  return proven > 0;
}
