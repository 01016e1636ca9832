import type { orderDocuments } from "@vetrina/contract/orders/order-documents";
import { type Context, systemContext } from "../../platform/context.ts";
import { ApiFailure, notFound } from "../../platform/errors.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { readItems, readOrder } from "../order-records/order-rows.ts";
import type { DocumentStore } from "./document-content.ts";
import { readInvoice } from "./document-rows.ts";
import { readDocumentStore } from "./document-store.ts";
import { draw, drawIssued } from "./draw.ts";
import { invoiceContent } from "./invoice-content.ts";
import { issueInvoice } from "./issue-invoice.ts";

/**
 * Returns the order's first invoice as a PDF, cached by its content, and issues it if the sweep hasn't yet. A test
 * order gets only a preview. Throws ORDER_NOT_PAID for an unpaid order.
 */
export const getOrderInvoice: Handler<typeof orderDocuments.getOrderInvoice> = async (
  ctx,
  { id },
) => {
  const { order, items, invoice } = await ctx.tx(async (tx) => ({
    order: await readOrder(tx, id),
    items: await readItems(tx, id),
    invoice: await readInvoice(tx, id),
  }));
  if (order.paid_at === null)
    throw new ApiFailure(
      "ORDER_NOT_PAID",
      order.cancelled_at === null
        ? "The invoice is issued once the order is paid."
        : "This order was canceled or expired before it was paid, so it has no invoice.",
    );
  const store = await readDocumentStore(ctx);
  if (store === null) throw notFound("store");
  if (order.payment_environment !== "LIVE") {
    const content = await invoiceContent(order, items, store, null);
    const number = order.order_number;
    return draw(ctx, content, { kind: "invoice", madeAt: order.paid_at, number });
  }
  const issued = invoice ?? (await issue(ctx, id, store));
  if (issued === undefined) throw notFound("invoice");
  return drawIssued(ctx, issued);
};

/** Issues the invoice as the system, and reads it as the caller, whose access may have ended meanwhile. */
async function issue(ctx: Context, id: string, store: DocumentStore) {
  const system = systemContext(ctx.services, ctx.store);
  await system.tx((tx) => issueInvoice(tx, system, id, store));
  return ctx.tx(async (tx) => {
    await readOrder(tx, id);
    return readInvoice(tx, id);
  });
}
