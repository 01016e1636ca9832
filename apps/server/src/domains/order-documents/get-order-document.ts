import type { orderDocuments } from "@vetrina/contract/orders/order-documents";
import { notFound } from "../../platform/errors.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { readOrder } from "../order-records/order-rows.ts";
import { readDocument } from "./document-rows.ts";
import { drawIssued } from "./draw.ts";

/** Returns an issued document as a PDF, cached by its content. */
export const getOrderDocument: Handler<typeof orderDocuments.getOrderDocument> = async (
  ctx,
  { id, documentId },
) => {
  const found = await ctx.tx(async (tx) => {
    await readOrder(tx, id);
    return readDocument(tx, id, documentId);
  });
  if (found === undefined) throw notFound("document");
  return drawIssued(ctx, found);
};
