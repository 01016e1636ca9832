import { toMajor } from "@vetrina/commerce/money";
import type { PaymentEnv } from "@vetrina/contract/enumerations";
import type { OrderWithItems } from "@vetrina/contract/orders/orders";
import type { Refund } from "@vetrina/contract/orders/refunds";
import type { StorePromises } from "@vetrina/contract/stores/store-facts";
import { type Services, systemTransaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { type Composer, type MailJob, MailNotReady } from "../../platform/mail/compose.ts";
import type { MailKind } from "../../platform/mail/mail-kinds.ts";
import type { MailFile } from "../../platform/mail/mailer.ts";
import { orderCanceledMail } from "../order-records/order-canceled.ts";
import { changedByBuyer, orderChangedMail } from "../order-records/order-changed.ts";
import { orderConfirmationMail } from "../order-records/order-confirmation.ts";
import { readMailedOrder } from "../order-records/mails.ts";
import { readOpenChange } from "../order-records/open-change.ts";
import { presentItem, presentSums } from "../order-records/present-order.ts";
import { presentTrace } from "../pricing/present-trace.ts";
import { readRefundLines } from "../refunds/refund-rows.ts";
import { orderRefundedMail } from "../refunds/order-refunded.ts";
import { presentRefund } from "../refunds/present-refund.ts";
import {
  attachCreditNote,
  attachCreditNoteOfChange,
  attachInvoice,
  attachInvoiceOfChange,
} from "./attached-documents.ts";

/**
 * Writes an order's confirmation. For a free order, no invoice is attached, because anyone can place such an order with
 * any text and another person's email address. Test orders have no invoice.
 */
export const composeOrderConfirmation: Composer<"order-confirmation"> = async (
  services,
  job,
  store,
  texts,
) => {
  const { storeId, data } = job;
  const mailed = await readMailedOrder(services, job, store);
  if (storeId === null || mailed === null) return null;
  const { order, isTest, origin, link } = mailed;
  const isInvoiced = order.total > 0 && !isTest;
  const attachments = isInvoiced ? await attachInvoice(services, job, data.orderId) : [];
  const hasInvoice = attachments.length > 0;
  const content = orderConfirmationMail(order, { ...store, origin }, texts, {
    link,
    isTest,
    hasInvoice,
  });
  return { ...content, origin, attachments };
};

export const composeOrderCanceled: Composer<"order-canceled"> = async (
  services,
  job,
  store,
  texts,
) => {
  const { storeId, data } = job;
  const { orderId, isRefunded, refundId = null } = data;
  const mailed = await readMailedOrder(services, job, store);
  if (storeId === null || mailed === null) return null;
  const { order, isTest, origin, link } = mailed;
  const attachments = await attachCreditNoteOf(services, job, { orderId, refundId });
  const sender = { ...store, origin };
  const hasCreditNote = attachments.length > 0;
  const facts = { isRefunded, isTest, hasCreditNote, link };
  const content = orderCanceledMail(order, sender, texts, facts);
  return { ...content, origin, attachments };
};

export const composeOrderRefunded: Composer<"order-refunded"> = async (
  services,
  job,
  store,
  texts,
) => {
  const { storeId, data } = job;
  const { orderId, refundId } = data;
  const mailed = await readMailedOrder(services, job, store);
  if (storeId === null || mailed === null) return null;
  const { order, isTest, origin, link } = mailed;
  const { refund, wholeLines } = await systemTransaction(services, storeId, async (tx) => ({
    refund: await presentRefund(tx, refundId),
    wholeLines: new Set(
      (await readRefundLines(tx, refundId))
        .filter((line) => line.amount_minor === line.share_minor)
        .map((line) => line.order_item_id),
    ),
  }));
  const row = await services.database.catalogue.row<Pick<StorePromises, "refundDays">>(sql`
    select promises -> 'refundDays' as "refundDays" from catalogue.stores where id = ${storeId}`);
  const attachments = await attachCreditNote(services, job, { orderId, refundId });
  const refunded = {
    order,
    refund,
    wholeLines,
    isTest,
    link,
    refundDays: row?.refundDays ?? null,
    providers: providersOf(services, refund, isTest ? "TEST" : "LIVE"),
    hasCreditNote: attachments.length > 0,
  };
  return { ...orderRefundedMail(refunded, { ...store, origin }, texts), origin, attachments };
};

/** Returns the names of the providers that returned money, each once. */
function providersOf(
  { gateways }: Services,
  { transactions }: Refund,
  environment: PaymentEnv,
): string[] {
  const names = transactions.flatMap(({ provider, status }) =>
    provider === null || status !== "COMPLETED"
      ? []
      : [gateways.nameOf(provider, environment) ?? provider],
  );
  return [...new Set(names)];
}

export const composeOrderChanged: Composer<"order-changed"> = async (
  services,
  job,
  store,
  texts,
) => {
  const { storeId, data } = job;
  const { orderId, state, dueMinor, refundMinor, isPaid = false, refundId = null } = data;
  const { hasOwnNote = false, before } = data;
  // The buyer must hear of a change by whoever had the link, above all if staff revoke it for that reason.
  const outlives = before !== undefined;
  const mailed = await readMailedOrder(services, job, store, { outlives });
  if (storeId === null || mailed === null) return null;
  const { order, isTest, origin } = mailed;
  const link = mailed.isRevoked ? null : mailed.link;
  const changed = await readChangedOrder(services, storeId, order, { state, dueMinor });
  // In the meantime, the change was paid, withdrawn or replaced, or it expired.
  if (changed === null) return null;
  const byBuyer = before === undefined ? null : changedByBuyer(order, before);
  // In the meantime, the order was canceled, which has an email of its own.
  if (before !== undefined && order.canceledAt !== null) return null;
  const [due, refund] = [dueMinor, refundMinor].map((minor) => toMajor(minor, order.currency));
  const credits = hasOwnNote
    ? await attachCreditNoteOfChange(services, job, orderId)
    : await attachCreditNoteOf(services, job, { orderId, refundId });
  // A change that lowers the price has a credit note instead of an invoice.
  const invoices =
    isPaid && refundId === null && !hasOwnNote
      ? await attachInvoiceOfChange(services, job, orderId)
      : [];
  const change = {
    state,
    due: due ?? 0,
    refund: refund ?? 0,
    changed,
    hasInvoice: invoices.length > 0,
    hasCreditNote: credits.length > 0,
    byBuyer,
  };
  return {
    ...orderChangedMail(order, { ...store, origin }, texts, { ...change, link, isTest }),
    origin,
    attachments: [...invoices, ...credits],
  };
};

/**
 * Returns the order after the change; null if the email is about an open change that no longer exists. If it was
 * replaced by a change with a different cost, the new change has an email of its own.
 */
async function readChangedOrder(
  services: Services,
  storeId: string,
  order: OrderWithItems,
  { state, dueMinor }: { state: "open" | "applied"; dueMinor: number },
): Promise<OrderWithItems | null> {
  if (state === "applied") return order;
  if (order.openChange?.due !== toMajor(dueMinor, order.currency)) return null;
  const open = await systemTransaction(services, storeId, (tx) => readOpenChange(tx, order.id));
  if (open === null) return null;
  const { items, order: columns } = open.plan;
  return {
    ...order,
    ...presentSums(columns, order.currency),
    items: items.map((item) => presentItem(item, order.currency)),
    trace: presentTrace(columns.price_trace ?? [], order.currency),
  };
}

/** How long an email waits for the refund that the cancellation or change started. */
const longestWaitMs = 60_000;

/** Attaches the credit note of the refund that the cancellation or change started, if that refund is completed. */
async function attachCreditNoteOf(
  services: Services,
  job: RefundingMail,
  { orderId, refundId }: { orderId: string; refundId: string | null },
): Promise<MailFile[]> {
  if (refundId === null || !(await isRefundCompleted(services, job, refundId))) return [];
  return attachCreditNote(services, job, { orderId, refundId });
}

type RefundingMail = Pick<MailJob<MailKind>, "storeId" | "createdAt">;

/** Whether the refund is completed. While it is pending, throws MailNotReady for up to `longestWaitMs`. */
async function isRefundCompleted(
  services: Services,
  { storeId, createdAt }: RefundingMail,
  refundId: string,
): Promise<boolean> {
  if (storeId === null) return false;
  const { status } = await systemTransaction(services, storeId, (tx) =>
    presentRefund(tx, refundId),
  );
  const age = services.now().getTime() - createdAt.getTime();
  if (status === "PENDING" && age < longestWaitMs)
    throw new MailNotReady(`refund ${refundId} is not completed yet`);
  return status === "COMPLETED";
}
