import type { Context, Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { newId } from "../../platform/id.ts";
import { lockOrder, readItems } from "../order-records/order-rows.ts";
import { markInvoiced } from "../order-records/order-states.ts";
import { recordEvent } from "../order-records/record-event.ts";
import { type InvoiceStore, invoiceContent } from "./invoice-content.ts";

export type DocumentKind = "invoice" | "credit-note";

/**
 * Gives a paid order its invoice: the store's next number of the year, and what the invoice says from then on. The
 * counter's row stays locked until the transaction ends, and a rolled back number is given again, so that numbers have
 * no gaps. False if the order has an invoice, or none is due: unpaid and test orders get none.
 */
export async function issueInvoice(
  tx: Transaction,
  ctx: Context,
  orderId: string,
  store: InvoiceStore,
): Promise<boolean> {
  const order = await lockOrder(tx, orderId);
  if (order.invoiced_at !== null || order.payment_environment !== "LIVE") return false;
  const items = await readItems(tx, orderId);
  const at = ctx.now();
  const { year, number } = await nextNumber(tx, "invoice", at, store.timeZone);
  const content = await invoiceContent(order, items, store, {
    number: nameOf("invoice", year, number),
    at,
  });
  await tx.run(sql`
    insert into shop.order_documents (store_id, id, order_id, kind, year, number, total_minor, content, issued_at)
    values (${tx.storeId}, ${newId()}, ${orderId}, 'invoice', ${year}, ${number}, ${order.total_minor}, ${JSON.stringify(content)}, ${at})`);
  await markInvoiced(tx, orderId, at);
  await recordEvent(tx, ctx, orderId, {
    kind: "invoice-issued",
    data: { number: nameOf("invoice", year, number) },
  });
  return true;
}

/** Of the year in the store's time zone. Locks the store's counter until the transaction ends. */
async function nextNumber(
  tx: Transaction,
  kind: DocumentKind,
  at: Date,
  timeZone: string,
): Promise<{ year: number; number: number }> {
  const year = Number(new Intl.DateTimeFormat("en", { year: "numeric", timeZone }).format(at));
  const row = await tx.row<{ last_number: number }>(sql`
    insert into shop.document_counters as c (store_id, kind, year, last_number) values (${tx.storeId}, ${kind}, ${year}, 1)
    on conflict (store_id, kind, year) do update set last_number = c.last_number + 1
    returning last_number`);
  if (row === undefined) throw new Error("the document counter gave no number");
  return { year, number: row.last_number };
}

/** E.g. 2026-000012; a credit note's begins with C. */
export function nameOf(kind: DocumentKind, year: number, number: number): string {
  return `${kind === "invoice" ? "" : "C"}${year}-${String(number).padStart(6, "0")}`;
}
