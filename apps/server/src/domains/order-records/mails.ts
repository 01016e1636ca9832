import type { OrderWithItems } from "@vetrina/contract/orders/orders";
import { type Services, systemTransaction, type Transaction } from "../../platform/context.ts";
import { type Sql, sql } from "../../platform/database/sql.ts";
import { writeTogether } from "../../platform/database/together.ts";
import { enqueueMail, mailWrites } from "../../platform/mail/enqueue-mail.ts";
import { originOfHost } from "../../platform/mail/origin-of-host.ts";
import { orderKey, orderLink } from "./order-key.ts";
import type { Sender } from "../../platform/mail/sender.ts";
import { readOrderWithItems } from "./order-rows.ts";
import type { OrderRow } from "./present-order.ts";

/** Sent once the order is paid. An order without an email (paid in a provider's window) gets none. */
export function confirmationWrites(tx: Transaction, order: OrderRow): Sql[] {
  if (order.email === null) return [];
  const data = { orderId: order.id };
  return mailWrites(tx, {
    template: "order-confirmation",
    to: order.email,
    language: order.language,
    data,
  });
}

export async function enqueueOrderConfirmation(tx: Transaction, order: OrderRow): Promise<void> {
  await writeTogether(tx, confirmationWrites(tx, order));
}

/** Sent when staff cancel an order. `refundId`: of the refund that was begun with it; null: nothing is returned. */
export async function enqueueOrderCanceled(
  tx: Transaction,
  order: OrderRow,
  refundId: string | null,
): Promise<void> {
  if (order.email === null) return;
  const data = { orderId: order.id, isRefunded: refundId !== null, refundId };
  await enqueueMail(tx, {
    template: "order-canceled",
    to: order.email,
    language: order.language,
    data,
  });
}

/** Sent when an order is changed, or will be once its difference is paid. Amounts in minor units. */
export async function enqueueOrderChanged(
  tx: Transaction,
  order: OrderRow,
  change: { state: "open" | "applied"; dueMinor: number; refundMinor: number },
): Promise<void> {
  if (order.email === null) return;
  await enqueueMail(tx, {
    template: "order-changed",
    to: order.email,
    language: order.language,
    data: { orderId: order.id, ...change },
  });
}

/** The order that a mail is about, whether it is a test order, the host of the store that links lead to, and its own link. */
export async function readMailedOrder(
  services: Services,
  storeId: string,
  orderId: string,
  store: Sender,
): Promise<{ order: OrderWithItems; isTest: boolean; origin: string; link: string }> {
  const { order, origins } = await systemTransaction(services, storeId, async (tx) => ({
    order: await readOrderWithItems(tx, orderId),
    origins: await readOrigins(tx, orderId),
  }));
  const { host = null, isTest = false, linkVersion } = origins ?? {};
  const origin = await originOfHost(services, storeId, host, store.origin);
  const link = orderLink(origin, orderId, orderKey(services, orderId, linkVersion).key);
  return { order, isTest, origin, link };
}

type Origins = { host: string | null; isTest: boolean; linkVersion: number };

function readOrigins(tx: Transaction, orderId: string): Promise<Origins | undefined> {
  return tx.row<Origins>(sql`
    select host, coalesce(payment_environment = 'TEST', false) as "isTest", link_version as "linkVersion" from shop.orders
    where store_id = ${tx.storeId} and id = ${orderId}`);
}
