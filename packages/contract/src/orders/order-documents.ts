import { z } from "zod";
import { Id, Time } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { Amount } from "../money.ts";
import { byOrderId, ofOrder } from "./orders.ts";

export const OrderDocument = z
  .object({
    id: Id,
    kind: z.enum(["INVOICE", "CREDIT_NOTE"]),
    number: z.string().meta({
      description:
        "The document's number: 2026-000012 for an invoice, C2026-000012 for a credit note. The numbers of a kind are consecutive within a store and year.",
    }),
    issuedAt: Time,
    total: Amount.meta({ description: "For a credit note: the amount returned to the buyer." }),
  })
  .meta({ id: "OrderDocument" });
export type OrderDocument = z.infer<typeof OrderDocument>;

/** Calls for an order's invoices and credit notes. */
export const orderDocuments = {
  getOrderInvoice: endpoint({
    method: "GET",
    path: "/orders/{id}/invoice",
    summary: "Returns the invoice of a paid order as a PDF.",
    access: { allow: ["MANAGE_ORDERS", "order-key", "customer"], limit: 60 },
    store: ofOrder,
    params: byOrderId,
    file: "application/pdf",
    errors: ["NOT_FOUND", "ORDER_NOT_PAID", "RATE_LIMITED", "SERVER_BUSY"],
    personal: true,
  }),
  listOrderDocuments: endpoint({
    method: "GET",
    path: "/orders/{id}/documents",
    summary:
      "Lists the issued invoices and credit notes of an order, oldest first. They are issued in the background after the payment or refund; test orders have none.",
    access: { allow: ["MANAGE_ORDERS", "order-key", "customer"] },
    store: ofOrder,
    params: byOrderId,
    response: z.object({ items: z.array(OrderDocument) }),
    errors: ["NOT_FOUND"],
    personal: true,
  }),
  getOrderDocument: endpoint({
    method: "GET",
    path: "/orders/{id}/documents/{documentId}",
    summary: "Returns an issued document as a PDF, in the order's language.",
    access: { allow: ["MANAGE_ORDERS", "order-key", "customer"], limit: 60 },
    store: ofOrder,
    params: byOrderId.extend({ documentId: Id }),
    file: "application/pdf",
    errors: ["NOT_FOUND", "RATE_LIMITED", "SERVER_BUSY"],
    personal: true,
  }),
};
