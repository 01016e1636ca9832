import { creditNoteOf, type Invoiced } from "@vetrina/commerce/orders/credit-notes";
import type { Context, Transaction } from "../../platform/context.ts";
import { lockAnyOrder, readItems } from "../order-records/order-rows.ts";
import type { OrderItemRow, OrderRow } from "../order-records/present-order.ts";
import { recordEvent } from "../order-records/record-event.ts";
import { isCreditNoteDue, markCredited } from "../refunds/credit-notes-due.ts";
import { readRefund, readRefundLines } from "../refunds/refund-rows.ts";
import { creditNoteContent } from "./credit-note-content.ts";
import type { DocumentStore } from "./document-content.ts";
import { nameOf, nextNumber } from "./document-numbers.ts";
import { type FullDocument, insertDocument, readCredited, readInvoice } from "./document-rows.ts";
import { invoicedOf } from "./invoiced.ts";
import { issueInvoice } from "./issue-invoice.ts";

/**
 * Gives a completed refund its credit note, with the store's next number of the year, and before it the order its invoice if it
 * has none. False if it has one, or none is due: refunds of unpaid and test orders get none.
 */
export async function issueCreditNote(
  tx: Transaction,
  ctx: Context,
  refundId: string,
  store: DocumentStore,
): Promise<boolean> {
  const refund = await readRefund(tx, refundId);
  const order = await lockAnyOrder(tx, refund.order_id);
  // Read under the order's lock, because another process may have issued it.
  if (!(await isCreditNoteDue(tx, refundId))) return false;
  await issueInvoice(tx, ctx, order.id, store);
  const invoice = await readInvoice(tx, order.id);
  if (invoice === undefined) throw new Error(`the order of refund ${refundId} has no invoice`);
  const items = await readItems(tx, order.id);
  const lines = await readRefundLines(tx, refundId);
  const invoiced = invoicedBy(invoice, order, items);
  const note = creditNoteOf(invoiced, await readCredited(tx, invoice.id), {
    amountMinor: refund.refunded_minor,
    lines: lines.map((line) => ({ id: line.order_item_id, amountMinor: line.amount_minor })),
    shippingMinor: refund.shipping_minor,
  });
  const at = ctx.now();
  const kind = "credit-note";
  const given = { kind, ...(await nextNumber(tx, kind, at, store.timeZone)) } as const;
  const number = nameOf(given);
  const facts = {
    order,
    items,
    refund,
    lines,
    invoiced,
    note,
    invoice: { number: nameOf(invoice), at: invoice.issued_at },
  };
  await insertDocument(tx, {
    ...given,
    orderId: order.id,
    refundId,
    invoiceId: invoice.id,
    total_minor: refund.refunded_minor,
    content: await creditNoteContent(facts, store, { number, at }),
    amounts: { parts: note.parts },
    issued_at: at,
  });
  await markCredited(tx, refundId);
  await recordEvent(tx, ctx, order.id, { kind: "credit-note-issued", data: { number, refundId } });
  return true;
}

/** Invoices that were issued before their amounts were stored charged what their orders still have. */
function invoicedBy(
  { amounts }: FullDocument,
  order: OrderRow,
  items: readonly OrderItemRow[],
): Invoiced {
  return amounts !== null && "rates" in amounts ? amounts : invoicedOf(order, items);
}
