import type { OrderWithItems } from "@vetrina/contract/orders";
import { type Services, systemTransaction, type Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import type { Composer } from "../../platform/mail/compose.ts";
import { enqueueMail } from "../../platform/mail/enqueue-mail.ts";
import { originOfHost } from "../../platform/mail/origin-of-host.ts";
import { orderKey, orderLink } from "./order-key.ts";
import type { Sender } from "../../platform/mail/sender.ts";
import { orderCanceledMail } from "./order-canceled.ts";
import { orderConfirmationMail } from "./order-confirmation.ts";
import { readOrderWithItems } from "./order-rows.ts";
import type { OrderRow } from "./present-order.ts";

/** Sent once the order is paid. An order without an email (paid in a provider's window) gets none. */
export async function enqueueOrderConfirmation(tx: Transaction, order: OrderRow): Promise<void> {
  if (order.email === null) return;
  const data = { orderId: order.id };
  await enqueueMail(tx, {
    template: "order-confirmation",
    to: order.email,
    language: order.language,
    data,
  });
}

/** Sent when staff cancel an order. */
export async function enqueueOrderCanceled(
  tx: Transaction,
  order: OrderRow,
  isRefunded: boolean,
): Promise<void> {
  if (order.email === null) return;
  const data = { orderId: order.id, isRefunded };
  await enqueueMail(tx, {
    template: "order-canceled",
    to: order.email,
    language: order.language,
    data,
  });
}

export const composeOrderConfirmation: Composer<"order-confirmation"> = async (
  services,
  { storeId, data: { orderId } },
  store,
  texts,
) => {
  if (storeId === null) return null;
  const { order, isTest, origin, link } = await readMailedOrder(services, storeId, orderId, store);
  return { ...orderConfirmationMail(order, { ...store, origin }, texts, { link, isTest }), origin };
};

export const composeOrderCanceled: Composer<"order-canceled"> = async (
  services,
  { storeId, data: { orderId, isRefunded } },
  store,
  texts,
) => {
  if (storeId === null) return null;
  const { order, isTest, origin } = await readMailedOrder(services, storeId, orderId, store);
  const sender = { ...store, origin };
  return { ...orderCanceledMail(order, sender, texts, { isRefunded, isTest }), origin };
};

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
