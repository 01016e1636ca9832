import type { LanguageCode } from "@vetrina/contract/enumerations";
import type { Transaction } from "../context.ts";
import { type Queryable, type Sql, sql } from "../database/sql.ts";
import { writeTogether } from "../database/together.ts";
import { newId } from "../id.ts";
import { noteEnqueued } from "../jobs/wake.ts";
import { type AccountMails, bulkMails, type StoreMails } from "./mail-kinds.ts";
import { mailJobTypes } from "./mail-job-types.ts";

/** An email to queue. `language`: the recipient's, if it is known; otherwise, the sender's is used. */
export type NewMail<Mails, T extends keyof Mails> = {
  template: T;
  to: string;
  language?: LanguageCode | null;
  /** The account that the email is about. The email is deleted with the account, whatever address it was sent to. */
  userId?: string | null;
  data: Mails[T];
};

/** `delaySeconds`: when to send the email. Until then, door.merge_into_mail can find it. */
type NewStoreMail<T extends keyof StoreMails> = NewMail<StoreMails, T> & { delaySeconds?: number };

/**
 * Queues an email in the name of the transaction's store, as part of the transaction. After the commit, the worker
 * sends it, usually within a second.
 */
export async function enqueueMail<T extends keyof StoreMails>(
  tx: Transaction,
  mail: NewStoreMail<T>,
): Promise<void> {
  await writeTogether(tx, mailWrites(tx, mail));
}

/** The writes that queue an email, for writeTogether() in the transaction. */
export function mailWrites<T extends keyof StoreMails>(
  tx: Transaction,
  { template, to, language, userId, data, delaySeconds = 0 }: NewStoreMail<T>,
): Sql[] {
  const { kind } = bulkMails.has(template) ? mailJobTypes.bulk : mailJobTypes.ofStore;
  const id = newId();
  const payload = JSON.stringify({ mailId: id });
  noteEnqueued(tx);
  return [
    sql`
      insert into shop.mails (store_id, id, template, recipient, language, user_id, data)
      values (${tx.storeId}, ${id}, ${template}, ${to}, ${language ?? null}, ${userId ?? null}, ${JSON.stringify(data)})`,
    delaySeconds > 0
      ? sql`
        select door.enqueue_once(${kind}, ${tx.storeId}::text, ${tx.storeId}, ${id}, ${payload},
          clock_timestamp() + ${delaySeconds}::int * interval '1 s')`
      : sql`
        insert into shop.jobs (kind, lane, store_id, payload)
        values (${kind}, ${tx.storeId}::text, ${tx.storeId}, ${payload})`,
  ];
}

/**
 * Queues an email in the platform's name, for example about an account that belongs to no store. `db` may be a
 * transaction or a pool.
 */
export async function enqueueAccountMail<T extends keyof AccountMails>(
  db: Queryable,
  { template, to, language, userId, data }: NewMail<AccountMails, T>,
): Promise<void> {
  const id = newId();
  await db.run(sql`
    with mail as (
      insert into shop.account_mails (id, template, recipient, language, user_id, data)
      values (${id}, ${template}, ${to}, ${language ?? null}, ${userId ?? null}, ${JSON.stringify(data)}))
    insert into shop.jobs (kind, lane, payload)
    values (${mailJobTypes.ofAccount.kind}, 'accounts', ${JSON.stringify({ mailId: id })})`);
  noteEnqueued(db);
}

/**
 * Deletes a person's emails of the store, sent and queued, as part of an erasure. Returns the number of deleted emails.
 */
export async function forgetMails(tx: Transaction, address: string): Promise<number> {
  const row = await tx.row<{ gone: number }>(sql`select door.forget_mails(${address}) as gone`);
  return row?.gone ?? 0;
}

/** Deletes a person's emails of the platform, sent and queued. Returns the number of deleted emails. */
export async function forgetAccountMails(db: Queryable, address: string): Promise<number> {
  const row = await db.row<{ gone: number }>(
    sql`select door.forget_account_mails(${address}) as gone`,
  );
  return row?.gone ?? 0;
}
