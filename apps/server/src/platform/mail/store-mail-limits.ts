import type { Services } from "../context.ts";
import type { MailJob } from "./compose.ts";
import type { MailKind } from "./mail-kinds.ts";
import { readMailFacts, takeMailShare } from "./mail-shares.ts";
import { mayMailFromStore, type MailLimit, type Purpose } from "./may-mail.ts";
import { toStore } from "./recipient.ts";

const ofOrder = { purpose: "order", ofStore: 5, ofAll: 20, staffToo: false } as const;
const ofChange = { ...ofOrder, purpose: "order-change" } as const;
/**
 * Limits per mailbox for emails that are counted when they are sent. With `staffToo`, the limits also protect staff,
 * because anyone can trigger these emails.
 */
const perAddress = {
  "order-confirmation": ofOrder,
  "order-shipped": ofOrder,
  "order-delivered": ofOrder,
  "order-payment-link": ofOrder,
  "order-canceled": ofChange,
  "order-changed": ofChange,
  "order-refunded": ofChange,
  "low-stock": { purpose: "low-stock", ofStore: 20, ofAll: 40, staffToo: true },
  "contact-message": { purpose: "contact", ofStore: 120, ofAll: 240, staffToo: true },
  "contact-copy": {
    purpose: "contact-copy",
    ofStore: 2,
    ofAll: 6,
    isStrict: true,
    staffToo: true,
  },
} as const satisfies Partial<Record<MailKind, MailLimit & { purpose: Purpose; staffToo: boolean }>>;

/** Kinds that are counted when they are sent. Most others are counted when they are requested (mail-shares.ts). */
const limited: ReadonlySet<string> = new Set<MailKind>([
  "order-confirmation",
  "order-shipped",
  "order-delivered",
  "order-payment-link",
  "order-canceled",
  "order-changed",
  "order-refunded",
  "low-stock",
  "contact-message",
  "contact-copy",
]);

/**
 * Whether a store's email is within the limits. Counts the email, so call it once per email. Emails about orders paid
 * with real money through a provider are exempt, unless they are resent or go to an address entered after the payment.
 * Emails to the store's own staff are exempt too, except from limits with `staffToo`.
 */
export async function mayStoreSend(
  services: Services,
  { storeId, to, data, template }: MailJob<MailKind> & { template: string },
): Promise<boolean> {
  if (storeId === null || !limited.has(template)) return true;
  const orderId = "orderId" in data ? data.orderId : null;
  const facts = await readMailFacts(services, { storeId, to, orderId, pool: "worker" });
  if (facts === undefined) return true;
  const isOfStore = facts.is_staff || (facts.is_contact && toStore.has(template));
  if (toStore.has(template) && !isOfStore) return false;
  const isResent = "isResent" in data && data.isResent;
  const isExempt = isOfStore || (facts.is_paid && !isResent);
  if (isCounted(template)) {
    const { purpose, staffToo, ...limit } = perAddress[template];
    if (staffToo || !isExempt)
      if (!(await mayMailFromStore(services, purpose, { storeId, email: to }, limit))) return false;
  }
  if (isExempt || !isOfOrder(template)) return true;
  return (await takeMailShare(services, { storeId, kind: template, facts })) === "taken";
}

function isOfOrder(
  template: string,
): template is Extract<keyof typeof perAddress, `order-${string}`> {
  return template.startsWith("order-");
}

function isCounted(template: string): template is keyof typeof perAddress {
  return Object.hasOwn(perAddress, template);
}
