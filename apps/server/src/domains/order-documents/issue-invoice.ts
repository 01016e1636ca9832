import { negatedChange } from "@vetrina/commerce/orders/invoiced-changes";
import type { Context, Transaction } from "../../platform/context.ts";
import { invoicedOf } from "../order-records/invoiced.ts";
import { readUninvoiced } from "../order-records/invoiced-change.ts";
import { lockAnyOrder, readItems } from "../order-records/order-rows.ts";
import { markInvoiced } from "../order-records/order-states.ts";
import { recordEvent } from "../order-records/record-event.ts";
import type { DocumentStore, Issued } from "./document-content.ts";
import { nameOf, nextNumber } from "./document-numbers.ts";
import { type FullDocument, insertDocument, readInvoice } from "./document-rows.ts";
import { changeContent } from "./change-content.ts";
import { invoiceContent } from "./invoice-content.ts";

/**
 * Issues a paid order's invoice under the store's next number and stores its content permanently. If the order was
 * changed after its first invoice, issues an invoice for the increase, or a credit note for a decrease that a lost
 * dispute had already returned. Returns false if nothing is due, as for unpaid and test orders.
 */
export async function issueInvoice(
  tx: Transaction,
  ctx: Context,
  orderId: string,
  store: DocumentStore,
): Promise<boolean> {
  const order = await lockAnyOrder(tx, orderId);
  if (order.invoiced_at !== null || order.payment_environment !== "LIVE") return false;
  const change = await readUninvoiced(tx, orderId);
  const first = await readInvoice(tx, orderId);
  const items = await readItems(tx, orderId);
  const at = ctx.now();
  const kind = change !== null && change.totalMinor < 0 ? "credit-note" : "invoice";
  const given = { kind, ...(await nextNumber(tx, kind, at, store.timeZone)) } as const;
  const number = nameOf(given);
  const said =
    change === null || first === undefined
      ? {
          total_minor: order.total_minor,
          content: await invoiceContent(order, items, store, { number, at }),
          amounts: invoicedOf(order, items),
        }
      : {
          total_minor: Math.abs(change.totalMinor),
          content: await changeContent(
            kind === "invoice"
              ? { kind, order, change, invoice: issuedOf(first) }
              : {
                  kind: "creditNote",
                  order,
                  change: negatedChange(change),
                  invoice: issuedOf(first),
                },
            store,
            { number, at },
          ),
          amounts: change.amounts,
          ...(kind === "credit-note" ? { invoiceId: first.id } : {}),
        };
  await insertDocument(tx, { ...given, ...said, orderId, email: order.email, issued_at: at });
  await markInvoiced(tx, orderId, at);
  await recordEvent(tx, ctx, orderId, { kind: `${kind}-issued`, data: { number } });
  return true;
}

function issuedOf(document: FullDocument): Issued {
  return { number: nameOf(document), at: document.issued_at };
}
