import type { LanguageCode } from "@vetrina/contract/enumerations";
import type { Transaction } from "../context.ts";
import { type Queryable, sql } from "../database/sql.ts";
import { newId } from "../id.ts";
import { type AccountMails, bulkMails, type StoreMails } from "./mail-kinds.ts";

/** A mail to queue; `language` where it is known to be another than the sender's. */
export type NewMail<Mails, T extends keyof Mails> = {
  /** Given where the same mail must not be queued twice. */
  id?: string;
  template: T;
  to: string;
  language?: LanguageCode | null;
  /** Whose account it is about: it goes with the account, whichever address it was sent to. */
  userId?: string | null;
  data: Mails[T];
};

/** A mail in the name of the transaction's store. It joins the transaction; the worker sends it within a second of the commit. */
export async function enqueueMail<T extends keyof StoreMails>(
  tx: Transaction,
  { id, template, to, language, userId, data }: NewMail<StoreMails, T>,
): Promise<void> {
  await tx.run(sql`
    insert into shop.mails (store_id, id, template, recipient, language, user_id, data, is_bulk)
    values (${tx.storeId}, ${id ?? newId()}, ${template}, ${to}, ${language ?? null}, ${userId ?? null},
      ${JSON.stringify(data)}, ${bulkMails.has(template)})
    on conflict do nothing`);
}

/** A mail in the platform's name, for accounts of no store. `db` may be a transaction or a pool. */
export async function enqueueAccountMail<T extends keyof AccountMails>(
  db: Queryable,
  { template, to, language, userId, data }: NewMail<AccountMails, T>,
): Promise<void> {
  await db.run(sql`
    insert into shop.account_mails (id, template, recipient, language, user_id, data)
    values (${newId()}, ${template}, ${to}, ${language ?? null}, ${userId ?? null}, ${JSON.stringify(data)})`);
}

/** Removes a person's mails of the store, those sent and those waiting, and returns how many: part of an erasure. */
export async function forgetMails(tx: Transaction, address: string): Promise<number> {
  const row = await tx.row<{ gone: number }>(sql`select door.forget_mails(${address}) as gone`);
  return row?.gone ?? 0;
}

/** The same for the mails of no store. */
export async function forgetAccountMails(db: Queryable, address: string): Promise<number> {
  const row = await db.row<{ gone: number }>(
    sql`select door.forget_account_mails(${address}) as gone`,
  );
  return row?.gone ?? 0;
}
