import type { Transaction } from "../../platform/context.ts";
import { joinSql, type Sql, sql } from "../../platform/database/sql.ts";

/** Writes these column assignments to the locked row of the store, and increments its version. */
export async function changeStore(
  tx: Transaction,
  assignments: readonly Sql[],
  at: Date,
): Promise<void> {
  const sets = [...assignments, sql`version = version + 1`, sql`updated_at = ${at}`];
  await tx.run(sql`update shop.stores set ${joinSql(sets, ", ")} where id = ${tx.storeId}`);
}

/**
 * Marks the store deleted. Its slug is freed now if the store has no customer with an account, no subscription that was
 * ever confirmed, and no order paid with real money. Otherwise door.forget_store_content frees it later, except if an
 * order was paid with real money.
 */
export function closeStore(tx: Transaction, at: Date): Promise<void> {
  const isSlugFree = sql`not exists (select from shop.orders o where o.store_id = ${tx.storeId}
      and o.payment_environment = 'LIVE' and o.paid_at is not null and o.total_minor > 0)
    and not exists (select from shop.customers c where c.store_id = ${tx.storeId} and c.user_id is not null)
    and not exists (select from shop.subscriptions n where n.store_id = ${tx.storeId}
      and coalesce(n.confirmed_at, n.was_confirmed_at) is not null)`;
  return changeStore(tx, [sql`deleted_at = ${at}`, sql`is_slug_free = ${isSlugFree}`], at);
}

/** Marks the contact address as verified. Returns false if the store has a different address by now. */
export async function proveContactEmail(tx: Transaction, email: string): Promise<boolean> {
  const proven = await tx.run(sql`
    update shop.stores set proven_contact_email = lower(contact ->> 'email')
    where id = ${tx.storeId} and lower(contact ->> 'email') = lower(${email}) and deleted_at is null`);
  return proven > 0;
}
