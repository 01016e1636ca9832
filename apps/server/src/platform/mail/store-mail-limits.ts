import type { Services } from "../context.ts";
import { queryable, sql } from "../database/sql.ts";
import { countHit, hasRoom } from "../http/callers/rate-limit.ts";
import type { MailJob } from "./compose.ts";
import type { MailKind } from "./mail-kinds.ts";
import { mayMailFromStore, type MailLimit, type Purpose } from "./may-mail.ts";

const hour = 60 * 60;

/**
 * Mails of one kind an hour from one store, and from all stores of one owner, to people who work in none of them and have
 * not agreed to get any. A store that nobody has paid real money yet needs few; its mode says nothing, because its owner
 * sets it. Counted by kind, so that who asks for lists can't keep a store from inviting its staff.
 */
const maxOfStore = { unsold: 100, sold: 1000 } as const;
/** Kinds with an anonymous caller's own words: confirmations of orders that nobody paid for, and copies of messages. */
const callersWords: ReadonlySet<string> = new Set<MailKind>(["order-confirmation", "contact-copy"]);
const storesOfOwner = 3;

/**
 * The same from all stores that have sold nothing: accounts cost nothing, so limits for each owner add up to no limit. The
 * first mails of a store have a share of their own, so that a few busy stores don't use up what others may send.
 */
const maxOfUnsold = { first: 250, rest: 250 } as const;
const firstOfStore = 5;

/**
 * To one mailbox. The others are counted where they are asked for. `staffToo`: anybody can cause them, so that staff are
 * spared a flood as well.
 */
const perAddress = {
  "order-confirmation": { purpose: "order", ofStore: 5, ofAll: 20, staffToo: false },
  "low-stock": { purpose: "low-stock", ofStore: 20, ofAll: 40, staffToo: true },
  "contact-message": { purpose: "contact", ofStore: 60, ofAll: 120, staffToo: true },
  "contact-copy": {
    purpose: "contact-copy",
    ofStore: 2,
    ofAll: 6,
    isStrict: true,
    staffToo: true,
  },
} as const satisfies Partial<Record<MailKind, MailLimit & { purpose: Purpose; staffToo: boolean }>>;

/** Kinds that anybody can cause, to any address. The rest go to accounts, or to who confirmed by a mailed link. */
const limited: ReadonlySet<string> = new Set<MailKind>([
  "order-confirmation",
  "subscription-asked",
  "invitation",
  "low-stock",
  "contact-message",
  "contact-copy",
]);

/** To the store itself. Anybody writes the words of some, so they go to nobody who has not proven to be of the store. */
const toStore: ReadonlySet<string> = new Set<MailKind>(["low-stock", "contact-message"]);

type Facts = {
  has_sold: boolean;
  owners: string[];
  is_staff: boolean;
  is_contact: boolean;
  is_paid: boolean;
};

/**
 * Whether a store's mail may go out: false past the limits for mails that nobody paid for. Counts it, so it is asked once a
 * mail. Orders that were paid with real money, and the store's own staff, are not counted.
 */
export async function mayStoreSend(
  services: Services,
  { storeId, to, data, template }: MailJob<MailKind> & { template: string },
): Promise<boolean> {
  if (storeId === null || !limited.has(template)) return true;
  const orderId = "orderId" in data ? data.orderId : null;
  const facts = await queryable(services.database.worker).row<Facts>(
    sql`select * from door.mail_facts(${storeId}, ${to}, ${orderId})`,
  );
  if (facts === undefined) return true;
  const isOfStore = facts.is_staff || (facts.is_contact && toStore.has(template));
  if (toStore.has(template) && !isOfStore) return false;
  const isExempt = isOfStore || facts.is_paid;
  if (isCounted(template)) {
    const { purpose, staffToo, ...limit } = perAddress[template];
    if (staffToo || !isExempt)
      if (!(await mayMailFromStore(services, purpose, { storeId, email: to }, limit))) return false;
  }
  if (isExempt) return true;
  return isWithinLimits(services, storeId, template, facts);
}

/** Counts what is asked for all stores last, so that dropped mails don't use it up. */
async function isWithinLimits(
  { database: { app } }: Services,
  storeId: string,
  template: string,
  { has_sold: hasSold, owners }: Facts,
): Promise<boolean> {
  const max = hasSold && !callersWords.has(template) ? maxOfStore.sold : maxOfStore.unsold;
  const ofStore = await countHit(app, `store mail ${template} ${storeId}`, hour);
  if (ofStore > max) return false;
  for (const owner of owners)
    if (!(await hasRoom(app, `owner mail ${template} ${owner}`, max * storesOfOwner, hour)))
      return false;
  if (hasSold) return true;
  const share = ofStore <= firstOfStore ? "first" : "rest";
  return hasRoom(app, `unsold stores mail ${template} ${share}`, maxOfUnsold[share], hour);
}

function isCounted(template: string): template is keyof typeof perAddress {
  return Object.hasOwn(perAddress, template);
}
