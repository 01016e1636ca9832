import type { LanguageCode } from "@vetrina/contract/enumerations";
import type { OrderWithItems } from "@vetrina/contract/orders/orders";
import { type Services, systemTransaction, type Transaction } from "../../platform/context.ts";
import { type Sql, sql } from "../../platform/database/sql.ts";
import { writeTogether } from "../../platform/database/together.ts";
import { notFound } from "../../platform/errors.ts";
import type { Block } from "../../platform/mail/compose.ts";
import { enqueueMail, mailWrites } from "../../platform/mail/enqueue-mail.ts";
import { mailJobTypes } from "../../platform/mail/mail-job-types.ts";
import type { BeforeChanges, MailedOrder, StoreMails } from "../../platform/mail/mail-kinds.ts";
import type { MailTexts } from "../../platform/mail/languages/en.ts";
import { originOfHost } from "../../platform/mail/origin-of-host.ts";
import { orderKey } from "../../platform/http/callers/order-cookie.ts";
import { orderLink } from "./order-key.ts";
import type { Sender } from "../../platform/mail/sender.ts";
import { readOrderWithItems } from "./order-rows.ts";
import type { OrderRow } from "./present-order.ts";

/** The order that an email is about. `isResent`: staff send an earlier email again. */
export type OrderToMail = OrderRow & { isResent?: true };

/** Returns the SQL statements that queue the confirmation of a paid order; none if the order has no email address. */
export function confirmationWrites(tx: Transaction, order: OrderToMail): Sql[] {
  if (order.email === null) return [];
  return mailWrites(tx, {
    template: "order-confirmation",
    to: order.email,
    language: order.language,
    data: mailedOrder(order),
  });
}

export async function enqueueOrderConfirmation(tx: Transaction, order: OrderToMail): Promise<void> {
  await writeTogether(tx, confirmationWrites(tx, order));
}

/** Sends the email about a canceled order. `refundId`: the refund that the cancellation started, if any. */
export async function enqueueOrderCanceled(
  tx: Transaction,
  order: OrderToMail,
  refundId: string | null,
): Promise<void> {
  if (order.email === null) return;
  const data = { ...mailedOrder(order), isRefunded: refundId !== null, refundId };
  await enqueueMail(tx, {
    template: "order-canceled",
    to: order.email,
    language: order.language,
    data,
  });
}

/** Sends the email about an order that was changed, or whose change is waiting for payment. */
export async function enqueueOrderChanged(
  tx: Transaction,
  order: OrderToMail,
  change: Omit<StoreMails["order-changed"], keyof MailedOrder>,
): Promise<void> {
  if (order.email === null) return;
  await enqueueMail(tx, {
    template: "order-changed",
    to: order.email,
    language: order.language,
    data: { ...mailedOrder(order), ...change },
  });
}

/** The least time between the emails about a buyer's changes of an order. Changes in between share one email. */
const buyerChangeSeconds = 120;

/**
 * Notifies the buyer of a change made through the order's link or the buyer's account, because another person may have
 * made it: at once, so that they can't undo it first. Further changes share one email a little later. `order`: the order
 * before the change.
 */
export async function enqueueChangedByBuyer(
  tx: Transaction,
  order: OrderRow,
  before: BeforeChanges,
): Promise<void> {
  if (order.email === null) return;
  const data = { ...mailedOrder(order), state: "applied", dueMinor: 0, refundMinor: 0 } as const;
  const row = await tx.row<{ seconds: number | null }>(sql`
    select door.merge_into_mail(${mailJobTypes.ofStore.kind}, ${order.id}, ${order.link_version}, ${order.email},
      ${JSON.stringify(before)}, ${buyerChangeSeconds}) as seconds`);
  if (row === undefined || row.seconds === null) return;
  await enqueueMail(tx, {
    template: "order-changed",
    to: order.email,
    language: order.language,
    data: { ...data, before },
    delaySeconds: row.seconds,
  });
}

/**
 * Returns the data of an email with the link to an order or draft. If the transaction has revoked the links, read the
 * row again first, because the email must contain the new link.
 */
export function mailedOrder({
  id,
  link_version: linkVersion,
  isResent,
}: Pick<OrderToMail, "id" | "link_version" | "isResent">): MailedOrder {
  return { orderId: id, linkVersion, ...(isResent === true ? { isResent } : {}) };
}

/**
 * Whether the links of the email's order or draft were revoked, or its email address changed, since the email was
 * queued. Such an email is dropped, because it would deliver the new link to a mailbox that may not be the buyer's.
 */
export function isOutdated(
  { to, data }: { to: string; data: MailedOrder },
  { email, linkVersion }: { email: string | null; linkVersion: number },
): boolean {
  const { linkVersion: queued = linkVersion } = data;
  return queued !== linkVersion || email?.toLowerCase() !== to.toLowerCase();
}

type MailedFacts = {
  order: OrderWithItems;
  isTest: boolean;
  origin: string;
  link: string;
  isRevoked: boolean;
};

type OrderMailJob = { storeId: string | null; to: string; data: MailedOrder };

/**
 * Reads the order that an email is about; null if the email is outdated (see isOutdated). `origin`: the store's website
 * that the email's links lead to. `link`: opens the order. `isRevoked`: the links were revoked since the email was
 * queued, and `outlives` says to send it nevertheless, without the link.
 */
export async function readMailedOrder(
  services: Services,
  { storeId, ...mail }: OrderMailJob,
  store: Sender,
  { outlives = false }: { outlives?: boolean } = {},
): Promise<MailedFacts | null> {
  if (storeId === null) return null;
  const { orderId } = mail.data;
  // Reads the links after the order: if the order's email address changes in between, the email counts as outdated and
  // is not sent.
  const { order, links } = await systemTransaction(services, storeId, async (tx) => ({
    order: await readOrderWithItems(tx, orderId),
    links: await readLinks(tx, orderId),
  }));
  const isRevoked = isOutdated(mail, links);
  if (isRevoked && !(outlives && !isOutdated({ ...mail, data: { orderId } }, links))) return null;
  const link = await linkToOrder(services, storeId, links, store);
  return { order, isTest: links.isTest, isRevoked, ...link };
}

/** The data that the links in an order's emails are made from, and the buyer's email address. */
export type OrderLinks = {
  id: string;
  email: string | null;
  host: string | null;
  isTest: boolean;
  linkVersion: number;
  language: LanguageCode | null;
};

export async function readLinks(tx: Transaction, orderId: string): Promise<OrderLinks> {
  const links = await tx.row<OrderLinks>(sql`
    select id, email, host, coalesce(payment_environment = 'TEST', false) as "isTest", link_version as "linkVersion", language
    from shop.orders where store_id = ${tx.storeId} and id = ${orderId}`);
  if (links === undefined) throw notFound("order");
  return links;
}

/** Returns the link that opens the order, and the origin of the store's website that it leads to. */
export async function linkToOrder(
  services: Services,
  storeId: string,
  { host, linkVersion, ...order }: OrderLinks,
  store: Sender,
): Promise<{ origin: string; link: string }> {
  const origin = await originOfHost(services, storeId, host, store.origin);
  const { key } = orderKey(services, order.id, linkVersion);
  return { origin, link: orderLink(origin, order, key) };
}

/** Returns the button in an order's emails that opens the order on any device. */
export function orderButton(link: string, { order: t }: MailTexts): Block {
  return { kind: "button", label: t.open, href: link };
}
