import { domainToUnicode } from "node:url";
import type { Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { telling } from "../users/account-mails.ts";
import type { Composer } from "../../platform/mail/compose.ts";
import { enqueueMail } from "../../platform/mail/enqueue-mail.ts";

/** Mails every owner of the store, including the one who made the change. */
export async function mailOwners(tx: Transaction, host: string): Promise<void> {
  const owners = await tx.rows<{ userId: string; email: string }>(sql`
    select id as "userId", email from shop.users where id in (select door.owners_of(${tx.storeId})) and deleted_at is null
    order by id`);
  for (const { userId, email } of owners)
    await enqueueMail(tx, { template: "primary-host-changed", to: email, userId, data: { host } });
}

export const composePrimaryHostChanged: Composer<"primary-host-changed"> = (
  _services,
  { data: { host } },
  sender,
  { primaryHostChanged: t, ...texts },
) =>
  telling(t, sender, texts, [
    { kind: "rows", rows: [{ label: t.host, value: domainToUnicode(host) }] },
  ]);
