import type { Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import type { InvoiceContent } from "./invoice-content.ts";
import type { DocumentKind } from "./issue-invoice.ts";

/** A row of shop.order_documents. */
export type DocumentRow = {
  id: string;
  kind: DocumentKind;
  year: number;
  number: number;
  total_minor: number;
  issued_at: Date;
};

const columns = sql`id, kind, year, number, total_minor, issued_at`;

/** An order's documents, oldest first; it has few, one for each payment and refund. */
export function readDocuments(tx: Transaction, orderId: string): Promise<DocumentRow[]> {
  return tx.rows<DocumentRow>(sql`
    select ${columns} from shop.order_documents
    where store_id = ${tx.storeId} and order_id = ${orderId} order by id limit 1000`);
}

export type FullDocument = DocumentRow & { content: InvoiceContent };

/** The order's document with this id, or without an id its newest invoice. */
export function readDocument(
  tx: Transaction,
  orderId: string,
  documentId?: string,
): Promise<FullDocument | undefined> {
  const which = documentId === undefined ? sql`kind = 'invoice'` : sql`id = ${documentId}`;
  return tx.row<FullDocument>(sql`
    select ${columns}, content from shop.order_documents
    where store_id = ${tx.storeId} and order_id = ${orderId} and ${which} order by id desc limit 1`);
}
