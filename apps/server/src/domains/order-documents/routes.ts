import type { orderDocuments } from "@vetrina/contract/orders/order-documents";
import type { Routes } from "../../platform/http/routes.ts";
import { getOrderDocument } from "./get-order-document.ts";
import { getOrderInvoice } from "./get-order-invoice.ts";
import { listOrderDocuments } from "./list-order-documents.ts";

export const orderDocumentsRoutes = {
  getOrderInvoice,
  listOrderDocuments,
  getOrderDocument,
} satisfies Routes<typeof orderDocuments>;
