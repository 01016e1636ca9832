import { createHmac } from "node:crypto";
import type { Services } from "../context.ts";
import { countHit, hasRoom, rateLimited } from "../http/callers/rate-limit.ts";
import { countedNameOf, mailboxOf } from "./mailbox.ts";

const hour = 60 * 60;

type Limiter = Pick<Services, "database" | "key">;
/** The purpose of an email. Each purpose has its own count. */
export type Purpose =
  | "registration"
  | "verify-email"
  | "reset-password"
  | "change-email"
  | "list"
  | "invitation"
  | "store-email"
  | "order"
  | "order-change"
  | "low-stock"
  | "contact"
  | "contact-copy";

/**
 * The number of emails to one mailbox per hour, from one store and from all stores. A store's first email of the hour
 * is always sent, unless `isStrict` is set, as for optional emails. `tagsApart`: emails to aliases (name+tag@…) don't
 * count against the plain name.
 */
export type MailLimit = {
  ofStore: number;
  ofAll: number;
  isStrict?: boolean;
  tagsApart?: boolean;
};

/**
 * Counts an email under `name`, for example a mailbox, in the current hour, and returns whether it is within the limit.
 * Known and unknown addresses count alike, and only hashes are stored.
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
 * Like mayMail for one store. Unless `isStrict` is set, the store's first email of the hour is always allowed, so that
 * other stores cannot use up its share.
 */
export async function mayMailFromStore(
  services: Limiter,
  purpose: Purpose,
  { storeId, email }: { storeId: string; email: string },
  { ofStore, ofAll, isStrict = false, tagsApart = false }: MailLimit,
): Promise<boolean> {
  const { app } = services.database;
  const mailbox = tagsApart ? countedNameOf(email) : mailboxOf(email);
  const own = await countHit(app, bucketOf(services, purpose, `${storeId} ${mailbox}`), hour);
  if (own > ofStore) return false;
  const all = await countHit(app, bucketOf(services, purpose, mailbox), hour);
  return (own === 1 && !isStrict) || all <= ofAll;
}

/**
 * Like mayMailFromStore, but throws RATE_LIMITED, for callers who may learn about the limit. Call it outside
 * transactions, because it takes its own connection.
 */
export async function countMailFromStore(
  services: Limiter,
  purpose: Purpose,
  to: { storeId: string; email: string },
  limit: MailLimit,
): Promise<void> {
  if (await mayMailFromStore(services, purpose, to, limit)) return;
  throw rateLimited(
    "Too many emails were sent to this address. Wait up to an hour and try again.",
    hour,
  );
}

function bucketOf({ key }: Limiter, purpose: Purpose, name: string): string {
  const hash = createHmac("sha256", key("mail limit")).update(name).digest("base64url");
  return `${purpose} mail ${hash}`;
}
