import type { Services } from "../context.ts";
import type { MailJob } from "./compose.ts";
import type { MailKind } from "./mail-kinds.ts";
import { readMailFacts, takeMailShare } from "./mail-shares.ts";
import { mayMailFromStore, type MailLimit, type Purpose } from "./may-mail.ts";

/**
 * To one mailbox. The others are counted where they are asked for. `staffToo`: anybody can cause them, so that staff are
 * spared a flood as well.
 */
const perAddress = {
  "order-confirmation": { purpose: "order", ofStore: 5, ofAll: 20, staffToo: false },
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

/** Kinds whose share is counted when they are sent. The others' is counted when they are asked for (mail-shares.ts). */
const limited: ReadonlySet<string> = new Set<MailKind>([
  "order-confirmation",
  "low-stock",
  "contact-message",
  "contact-copy",
]);

/** To the store itself. Anybody writes the words of some, so they go to nobody who has not proven to be of the store. */
const toStore: ReadonlySet<string> = new Set<MailKind>(["low-stock", "contact-message"]);

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
  const facts = await readMailFacts(services, { storeId, to, orderId, pool: "worker" });
  if (facts === undefined) return true;
  const isOfStore = facts.is_staff || (facts.is_contact && toStore.has(template));
  if (toStore.has(template) && !isOfStore) return false;
  const isExempt = isOfStore || facts.is_paid;
  if (isCounted(template)) {
    const { purpose, staffToo, ...limit } = perAddress[template];
    if (staffToo || !isExempt)
      if (!(await mayMailFromStore(services, purpose, { storeId, email: to }, limit))) return false;
  }
  if (isExempt || template !== "order-confirmation") return true;
  return (await takeMailShare(services, { storeId, kind: template, facts })) === "taken";
}

function isCounted(template: string): template is keyof typeof perAddress {
  return Object.hasOwn(perAddress, template);
}
