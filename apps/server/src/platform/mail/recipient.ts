import { type Services, systemTransaction, type Transaction } from "../context.ts";
import { sql } from "../database/sql.ts";
import type { MailJob } from "./compose.ts";
import { storeMailbox } from "./contact-email.ts";
import type { MailKind } from "./mail-kinds.ts";

/**
 * Emails to the store itself. Anyone may write the text of some of these emails, so they go only to verified
 * recipients.
 */
export const toStore: ReadonlySet<string> = new Set<MailKind>(["low-stock", "contact-message"]);

/**
 * Emails to each owner and each member who manages orders, as long as they have that access. Emails about a change that
 * staff made aren't among them: they also reach owners who were removed since, so that nobody can hide a change by
 * removing them.
 */
const toManagers: ReadonlySet<string> = new Set<MailKind>(["order-disputed", "refund-failed"]);

type Queued = Pick<MailJob<MailKind>, "storeId" | "to"> & {
  template: string;
  userId: string | null;
};

/**
 * Returns the address to send an email to. An email may wait for days, and its recipient may have left the store or
 * have a new address by then. Null if nobody may get it anymore.
 */
export function recipientOf(
  services: Services,
  { storeId, template, userId, to }: Queued,
): Promise<string | null> {
  const read = toStore.has(template)
    ? storeMailbox
    : toManagers.has(template)
      ? (tx: Transaction) => readManager(tx, userId)
      : null;
  if (storeId === null || read === null) return Promise.resolve(to);
  return systemTransaction(services, storeId, async (tx) => (await read(tx))?.email ?? null);
}

function readManager(tx: Transaction, userId: string | null) {
  return tx.row<{ email: string }>(sql`
    select email from shop.users where id = ${userId} and id in (select door.managers_of(${tx.storeId}))`);
}
