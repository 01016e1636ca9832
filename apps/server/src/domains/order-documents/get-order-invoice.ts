import type { orderDocuments } from "@vetrina/contract/order-documents";
import { type Context, systemContext } from "../../platform/context.ts";
import { ApiFailure, notFound } from "../../platform/errors.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { drawDocument } from "../../platform/pdf/draw-document.ts";
import { readItems, readOrder } from "../order-records/order-rows.ts";
import { readDocument } from "./document-rows.ts";
import { type InvoiceContent, invoiceContent } from "./invoice-content.ts";
import { readInvoiceStore } from "./invoice-store.ts";
import { issueInvoice, nameOf } from "./issue-invoice.ts";

/**
 * The newest invoice as a PDF, cached by its content; issues it if the sweep hasn't yet. Throws ORDER_NOT_PAID: an unpaid
 * order has no invoice.
 */
export const getOrderInvoice: Handler<typeof orderDocuments.getOrderInvoice> = async (
  ctx,
  { id },
) => {
  const { order, items, invoice } = await ctx.tx(async (tx) => ({
    order: await readOrder(tx, id),
    items: await readItems(tx, id),
    invoice: await readDocument(tx, id),
  }));
  if (order.paid_at === null)
    throw new ApiFailure(
      "ORDER_NOT_PAID",
      order.cancelled_at === null
        ? "The invoice is issued once the order is paid."
        : "This order was canceled before it was paid, so it has no invoice.",
    );
  const store = await readInvoiceStore(ctx);
  if (store === null) throw notFound("store");
  if (order.payment_environment !== "LIVE") {
    const content = await invoiceContent(order, items, store, null);
    return draw(ctx, content, order.paid_at, order.order_number);
  }
  const system = systemContext(ctx.services, ctx.store);
  const issued =
    invoice ??
    (await system.tx(async (tx) => {
      await issueInvoice(tx, system, id, store);
      return readDocument(tx, id);
    }));
  if (issued === undefined) throw notFound("invoice");
  const number = nameOf(issued.kind, issued.year, issued.number);
  return draw(ctx, issued.content, issued.issued_at, number);
};

/** `name`: of the file, without its ending. */
export async function draw(ctx: Context, content: InvoiceContent, madeAt: Date, name: string) {
  const { bytes } = await drawDocument({
    module: new URL("./draw-invoice.ts", import.meta.url),
    name: "drawInvoice",
    content,
    madeAt,
    asked: ctx,
  });
  return { name: `Invoice-${name}.pdf`, bytes };
}
