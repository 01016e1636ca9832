import type { Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { enqueueMail } from "../../platform/mail/enqueue-mail.ts";
import type { StoreMails } from "../../platform/mail/mail-kinds.ts";

/** Emails every owner of the store and every member who manages its orders. */
export async function mailManagers<T extends "order-disputed" | "refund-failed">(
  tx: Transaction,
  template: T,
  data: StoreMails[T],
): Promise<void> {
  const people = await tx.rows<{ userId: string; email: string }>(sql`
    select id as "userId", email from shop.users where id in (select door.managers_of(${tx.storeId})) and deleted_at is null
    order by id`);
  for (const { userId, email } of people)
    await enqueueMail(tx, { template, to: email, userId, data });
}
