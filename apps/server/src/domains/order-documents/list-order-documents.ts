import { toMajor } from "@vetrina/commerce/money";
import type { orderDocuments } from "@vetrina/contract/orders/order-documents";
import type { Handler } from "../../platform/http/routes.ts";
import { readOrder } from "../order-records/order-rows.ts";
import { readDocuments } from "./document-rows.ts";
import { nameOf } from "./document-numbers.ts";

export const listOrderDocuments: Handler<typeof orderDocuments.listOrderDocuments> = async (
  ctx,
  { id },
) => {
  const { order, documents } = await ctx.tx(async (tx) => ({
    order: await readOrder(tx, id),
    documents: await readDocuments(tx, id),
  }));
  return {
    items: documents.map(({ id, kind, year, number, ...row }) => ({
      id,
      kind: kind === "invoice" ? ("INVOICE" as const) : ("CREDIT_NOTE" as const),
      number: nameOf({ kind, year, number }),
      issuedAt: row.issued_at.toISOString(),
      total: toMajor(row.total_minor, order.currency),
    })),
  };
};
