import { creditNoteOf, type Invoiced } from "@vetrina/commerce/orders/credit-notes";
import {
  type InvoicedChange,
  negatedChange,
  sumInvoiced,
} from "@vetrina/commerce/orders/invoiced-changes";
import type { Context, Transaction } from "../../platform/context.ts";
import { invoicedOf } from "../order-records/invoiced.ts";
import { readUninvoiced } from "../order-records/invoiced-change.ts";
import { lockAnyOrder, readItems } from "../order-records/order-rows.ts";
import type { OrderItemRow, OrderRow } from "../order-records/present-order.ts";
import { recordEvent } from "../order-records/record-event.ts";
import { isCreditNoteDue, markCredited } from "../refunds/credit-notes-due.ts";
import {
  type RefundLineRow,
  type RefundRow,
  readRefund,
  readRefundLines,
} from "../refunds/refund-rows.ts";
import { changeContent } from "./change-content.ts";
import { creditNoteContent } from "./credit-note-content.ts";
import type { DocumentStore, Issued } from "./document-content.ts";
import { nameOf, nextNumber } from "./document-numbers.ts";
import {
  type Charge,
  insertDocument,
  type NewDocument,
  readCharges,
  readCredited,
} from "./document-rows.ts";
import { issueInvoice } from "./issue-invoice.ts";

/**
 * Issues a completed refund's credit note under the store's next number for the year. If the order's invoice is due,
 * issues it first. Returns false if the refund has a credit note or needs none, as for unpaid and test orders.
 */
export async function issueCreditNote(
  tx: Transaction,
  ctx: Context,
  refundId: string,
  store: DocumentStore,
): Promise<boolean> {
  const refund = await readRefund(tx, refundId);
  const order = await lockAnyOrder(tx, refund.order_id);
  // Checked under the order's lock, because another process may have issued the credit note.
  if (!(await isCreditNoteDue(tx, refundId))) return false;
  await issueInvoice(tx, ctx, order.id, store);
  const charges = await readCharges(tx, order.id);
  const [first] = charges;
  if (first === undefined) throw new Error(`the order of refund ${refundId} has no invoice`);
  const lines = await readRefundLines(tx, refundId);
  const corrected = correctedBy(lines, charges) ?? first;
  const at = ctx.now();
  const kind = "credit-note";
  const given = { kind, ...(await nextNumber(tx, kind, at, store.timeZone)) } as const;
  const number = nameOf(given);
  const job = { order, refund, lines, charges, corrected, store, issued: { number, at } };
  const change = changeOf(refund);
  await insertDocument(tx, {
    ...given,
    ...(change === null ? await creditOfMoney(tx, job) : await creditOfChange(job, change)),
    orderId: order.id,
    email: order.email,
    refundId,
    invoiceId: corrected.id,
    total_minor: refund.refunded_minor,
    issued_at: at,
  });
  await markCredited(tx, refundId);
  await recordEvent(tx, ctx, order.id, { kind: "credit-note-issued", data: { number, refundId } });
  return true;
}

type Job = {
  order: OrderRow;
  refund: RefundRow;
  lines: readonly RefundLineRow[];
  charges: readonly Charge[];
  corrected: Charge;
  store: DocumentStore;
  issued: Issued;
};
type Said = Pick<NewDocument, "content" | "amounts">;

/**
 * Finds the newest invoice that contains all of a refund's lines; undefined if there is none, or if the refund has no
 * lines.
 */
function correctedBy(
  lines: readonly RefundLineRow[],
  charges: readonly Charge[],
): Charge | undefined {
  if (lines.length === 0) return undefined;
  return charges.findLast(({ kind, amounts }) => {
    if (kind !== "invoice" || amounts === null || !("rates" in amounts)) return false;
    const { parts } = amounts;
    return lines.every((line) => parts.some(({ id }) => id === line.order_item_id));
  });
}

/**
 * Returns the change whose difference was refunded; null if there is none or if the refund returned a different amount.
 */
function changeOf({ change, refunded_minor: returned }: RefundRow): InvoicedChange | null {
  return change !== null && change.totalMinor === -returned ? change : null;
}

async function creditOfChange(
  { order, corrected, store, issued }: Job,
  change: InvoicedChange,
): Promise<Said> {
  const facts = {
    kind: "creditNote",
    order,
    change: negatedChange(change),
    invoice: { number: nameOf(corrected), at: corrected.issued_at },
  } as const;
  return { content: await changeContent(facts, store, issued), amounts: change.amounts };
}

async function creditOfMoney(
  tx: Transaction,
  { order, refund, lines, charges, corrected, store, issued }: Job,
): Promise<Said> {
  const items = await readItems(tx, order.id);
  const kept = await readUninvoiced(tx, order.id);
  const documents = charges.map((charge) => chargedBy(charge, order, items));
  const invoiced = sumInvoiced(kept === null ? documents : [...documents, kept.amounts]);
  const note = creditNoteOf(invoiced, await readCredited(tx, order.id), {
    amountMinor: refund.refunded_minor,
    lines: lines.map((line) => ({ id: line.order_item_id, amountMinor: line.amount_minor })),
    shippingMinor: refund.shipping_minor,
  });
  const invoice = { number: nameOf(corrected), at: corrected.issued_at };
  const facts = { order, items, refund, lines, invoiced, note, invoice };
  return {
    content: await creditNoteContent(facts, store, issued),
    amounts: { parts: note.parts },
  };
}

/**
 * Returns the amounts that a document charges. Old invoices did not store them, so theirs are calculated from the
 * order.
 */
function chargedBy({ amounts }: Charge, order: OrderRow, items: readonly OrderItemRow[]): Invoiced {
  return amounts !== null && "rates" in amounts ? amounts : invoicedOf(order, items);
}
