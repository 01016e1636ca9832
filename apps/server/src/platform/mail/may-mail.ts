import { createHmac } from "node:crypto";
import type { Services } from "../context.ts";
import { countHit, hasRoom, rateLimited } from "../http/callers/rate-limit.ts";
import { mailboxOf } from "./mailbox.ts";

const hour = 60 * 60;

type Limiter = Pick<Services, "database" | "key">;
/** What asks for a mail; each is counted for itself. */
export type Purpose =
  | "registration"
  | "verify-email"
  | "reset-password"
  | "change-email"
  | "list"
  | "invitation"
  | "store-email"
  | "order"
  | "low-stock"
  | "contact"
  | "contact-copy";

/**
 * Mails to one mailbox in an hour: from one store, and from all stores together. `isStrict`: nobody needs the mail, so that
 * a store's first one is no exception.
 */
export type MailLimit = { ofStore: number; ofAll: number; isStrict?: boolean };

/**
 * Whether one more mail for this purpose may be counted under `name` in the running hour, such as a mailbox: nobody fills
 * one through us. Known addresses or not count alike, and none is kept.
 */
export function mayMail(
  services: Limiter,
  purpose: Purpose,
  name: string,
  maxAnHour: number,
): Promise<boolean> {
  return hasRoom(services.database.app, bucketOf(services, purpose, name), maxAnHour, hour);
}

/**
 * The same for one store, which can't use up what others may send: the first mail of a store in the hour goes whatever
 * other stores have sent.
 */
export async function mayMailFromStore(
  services: Limiter,
  purpose: Purpose,
  { storeId, email }: { storeId: string; email: string },
  { ofStore, ofAll, isStrict = false }: MailLimit,
): Promise<boolean> {
  const { app } = services.database;
  const mailbox = mailboxOf(email);
  const own = await countHit(app, bucketOf(services, purpose, `${storeId} ${mailbox}`), hour);
  if (own > ofStore) return false;
  const all = await countHit(app, bucketOf(services, purpose, mailbox), hour);
  return (own === 1 && !isStrict) || all <= ofAll;
}

/** The same for who may be told: throws RATE_LIMITED. Not inside a transaction: it takes a connection of its own. */
export async function countMailFromStore(
  services: Limiter,
  purpose: Purpose,
  to: { storeId: string; email: string },
  limit: MailLimit,
): Promise<void> {
  if (await mayMailFromStore(services, purpose, to, limit)) return;
  throw rateLimited("Too many emails to this address. Wait up to an hour and try again.", hour);
}

function bucketOf({ key }: Limiter, purpose: Purpose, name: string): string {
  const hash = createHmac("sha256", key("mail limit")).update(name).digest("base64url");
  return `${purpose} mail ${hash}`;
}
