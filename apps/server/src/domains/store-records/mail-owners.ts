import type { Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { enqueueMail } from "../../platform/mail/enqueue-mail.ts";
import type { StoreMails } from "../../platform/mail/mail-kinds.ts";

type OwnerMail = "primary-host-changed" | "contact-address-changed";

/** Emails every owner of the store, including the one who made the change. */
export async function mailOwners<T extends OwnerMail>(
  tx: Transaction,
  template: T,
  data: StoreMails[T],
): Promise<void> {
  const owners = await tx.rows<{ userId: string; email: string }>(sql`
    select id as "userId", email from shop.users where id in (select door.owners_of(${tx.storeId})) and deleted_at is null
    order by id`);
  for (const { userId, email } of owners)
    await enqueueMail(tx, { template, to: email, userId, data });
}
