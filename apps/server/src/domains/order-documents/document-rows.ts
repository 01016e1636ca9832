import type { Invoiced } from "@vetrina/commerce/orders/credit-notes";
import type { Transaction } from "../../platform/context.ts";
import { type Sql, sql } from "../../platform/database/sql.ts";
import { newId } from "../../platform/id.ts";
import type { DocumentContent } from "./document-content.ts";
import type { DocumentKind } from "./document-numbers.ts";

/** A row of shop.order_documents. */
export type DocumentRow = {
  id: string;
  kind: DocumentKind;
  year: number;
  number: number;
  total_minor: number;
  issued_at: Date;
};

/**
 * Of an invoice: what it charged. Of a credit note: what it took of each part of its invoice, by the part's place. null: an
 * invoice that was issued before this was stored.
 */
type Amounts = Invoiced | { parts: number[] };

const columns = sql`id, kind, year, number, total_minor, issued_at`;

/** An order's documents, oldest first; it has few, one for each payment and refund. */
export function readDocuments(tx: Transaction, orderId: string): Promise<DocumentRow[]> {
  return tx.rows<DocumentRow>(sql`
    select ${columns} from shop.order_documents
    where store_id = ${tx.storeId} and order_id = ${orderId} order by id limit 1000`);
}

export type FullDocument = DocumentRow & { content: DocumentContent; amounts: Amounts | null };

/** The order's document with this id. */
export function readDocument(tx: Transaction, orderId: string, documentId: string) {
  return newestDocument(tx, orderId, sql`id = ${documentId}`);
}

/** The order's newest invoice. */
export function readInvoice(tx: Transaction, orderId: string) {
  return newestDocument(tx, orderId, sql`kind = 'invoice'`);
}

/** The credit note of a refund. */
export function readCreditNote(tx: Transaction, orderId: string, refundId: string) {
  return newestDocument(tx, orderId, sql`refund_id = ${refundId}`);
}

function newestDocument(
  tx: Transaction,
  orderId: string,
  which: Sql,
): Promise<FullDocument | undefined> {
  return tx.row<FullDocument>(sql`
    select ${columns}, content, amounts from shop.order_documents
    where store_id = ${tx.storeId} and order_id = ${orderId} and ${which} order by id desc limit 1`);
}

/** What the credit notes of an invoice took so far of each of its parts, in minor units. */
export async function readCredited(tx: Transaction, invoiceId: string): Promise<number[]> {
  const rows = await tx.rows<{ taken: number }>(sql`
    select sum(p.amount::bigint)::bigint as taken from shop.order_documents d,
      jsonb_array_elements_text(d.amounts -> 'parts') with ordinality p (amount, place)
    where d.store_id = ${tx.storeId} and d.invoice_id = ${invoiceId} group by p.place order by p.place`);
  return rows.map(({ taken }) => taken);
}

export type NewDocument = Omit<FullDocument, "id"> & {
  orderId: string;
  refundId?: string;
  invoiceId?: string;
};

export async function insertDocument(tx: Transaction, document: NewDocument): Promise<void> {
  const { orderId, refundId = null, invoiceId = null, content, amounts, ...row } = document;
  await tx.run(sql`
    insert into shop.order_documents (store_id, id, order_id, kind, year, number, total_minor, content, amounts, refund_id,
      invoice_id, issued_at)
    values (${tx.storeId}, ${newId()}, ${orderId}, ${row.kind}, ${row.year}, ${row.number}, ${row.total_minor},
      ${JSON.stringify(content)}, ${JSON.stringify(amounts)}, ${refundId}, ${invoiceId}, ${row.issued_at})`);
}
