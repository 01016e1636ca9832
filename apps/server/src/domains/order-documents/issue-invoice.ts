import type { Context, Transaction } from "../../platform/context.ts";
import { lockAnyOrder, readItems } from "../order-records/order-rows.ts";
import { markInvoiced } from "../order-records/order-states.ts";
import { recordEvent } from "../order-records/record-event.ts";
import type { DocumentStore } from "./document-content.ts";
import { nameOf, nextNumber } from "./document-numbers.ts";
import { insertDocument } from "./document-rows.ts";
import { invoiceContent } from "./invoice-content.ts";
import { invoicedOf } from "./invoiced.ts";

/**
 * Gives a paid order its invoice: the store's next number of the year, and what the invoice says from then on. False if the order
 * has an invoice, or none is due: unpaid and test orders get none.
 */
export async function issueInvoice(
  tx: Transaction,
  ctx: Context,
  orderId: string,
  store: DocumentStore,
): Promise<boolean> {
  const order = await lockAnyOrder(tx, orderId);
  if (order.invoiced_at !== null || order.payment_environment !== "LIVE") return false;
  const items = await readItems(tx, orderId);
  const at = ctx.now();
  const kind = "invoice";
  const given = { kind, ...(await nextNumber(tx, kind, at, store.timeZone)) } as const;
  const number = nameOf(given);
  await insertDocument(tx, {
    ...given,
    orderId,
    total_minor: order.total_minor,
    content: await invoiceContent(order, items, store, { number, at }),
    amounts: invoicedOf(order, items),
    issued_at: at,
  });
  await markInvoiced(tx, orderId, at);
  await recordEvent(tx, ctx, orderId, { kind: "invoice-issued", data: { number } });
  return true;
}
