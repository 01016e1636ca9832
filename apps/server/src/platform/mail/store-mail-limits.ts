import type { PaymentEnv } from "@vetrina/contract/enumerations";
import type { Services } from "../context.ts";
import { queryable, sql } from "../database/sql.ts";
import { hasRoom } from "../http/rate-limit.ts";
import type { MailJob } from "./compose.ts";
import type { MailKind } from "./mail-kinds.ts";
import { mayMailFromStore, type MailLimit, type Purpose } from "./may-mail.ts";

const hour = 60 * 60;

/**
 * Mails an hour from one store, and from all stores of one owner, to people who work in none of them and have not agreed
 * to get any. Nobody takes real orders in TEST mode, so few are enough there.
 */
const mostOfStore: Record<PaymentEnv, number> = { TEST: 100, LIVE: 1000 };
const storesOfOwner = 3;

/**
 * To one address. The others are counted where they are asked for. `staffToo`: anybody can cause them, so that staff are
 * spared a flood as well, and one mailbox is counted once under all its names (name+tag@…).
 */
const perAddress = {
  "order-confirmation": { purpose: "order", ofStore: 5, ofAll: 20, staffToo: false },
  "low-stock": { purpose: "low-stock", ofStore: 20, ofAll: 40, staffToo: false },
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

type Facts = { environment: PaymentEnv; owners: string[]; is_staff: boolean; is_paid: boolean };

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
  const isExempt = facts.is_staff || facts.is_paid;
  if (isCounted(template)) {
    const { purpose, staffToo, ...limit } = perAddress[template];
    const email = staffToo ? mailboxOf(to.toLowerCase()) : to.toLowerCase();
    if (staffToo || !isExempt)
      if (!(await mayMailFromStore(services, purpose, { storeId, email }, limit))) return false;
  }
  if (isExempt) return true;
  const { app } = services.database;
  const most = mostOfStore[facts.environment];
  if (!(await hasRoom(app, `store mail ${storeId}`, most, hour))) return false;
  for (const owner of facts.owners)
    if (!(await hasRoom(app, `owner mail ${owner}`, most * storesOfOwner, hour))) return false;
  return true;
}

function isCounted(template: string): template is keyof typeof perAddress {
  return Object.hasOwn(perAddress, template);
}

function mailboxOf(address: string): string {
  const at = address.lastIndexOf("@");
  const [name = ""] = address.slice(0, at).split("+");
  return name + address.slice(at);
}
