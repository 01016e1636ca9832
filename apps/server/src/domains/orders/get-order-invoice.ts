import type { orders } from "@vetrina/contract/orders";
import { ApiFailure, notFound } from "../../platform/errors.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { readStoreSender } from "../../platform/mail/sender.ts";
import { drawDocument } from "../../platform/pdf/draw-document.ts";
import { invoiceContent } from "./invoice-content.ts";
import { readOwnVatId } from "../taxes/read-own-vat-id.ts";
import { readItems, readOrder } from "../order-records/order-rows.ts";

/** The invoice as a PDF, cached by its content. Throws ORDER_NOT_PAID: an unpaid order has no invoice. */
export const getOrderInvoice: Handler<typeof orders.getOrderInvoice> = async (ctx, { id }) => {
  const { order, items, vatId } = await ctx.tx(async (tx) => {
    const row = await readOrder(tx, id);
    const vatId = await readOwnVatId(tx, ctx.store.id);
    return { order: row, items: await readItems(tx, id), vatId };
  });
  if (order.paid_at === null)
    throw new ApiFailure(
      "ORDER_NOT_PAID",
      order.cancelled_at === null
        ? "The invoice is issued once the order is paid."
        : "This order was canceled before it was paid, so it has no invoice.",
    );
  const sender = await readStoreSender(ctx.services, ctx.store.id);
  if (sender === null) throw notFound("store");
  const content = invoiceContent(order, items, { ...ctx.store, contact: sender.contact, vatId });
  const { bytes } = await drawDocument({
    module: new URL("./draw-invoice.ts", import.meta.url),
    name: "drawInvoice",
    content,
    madeAt: order.paid_at,
    asked: ctx,
  });
  return { name: `Invoice-${order.order_number}.pdf`, bytes };
};
