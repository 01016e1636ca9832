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
 * Of an invoice, and of the credit note of a change: what it charged. Of other credit notes: what they took of each part that
 * the order was charged, by the part's place. null: an invoice that was issued before this was stored.
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
  return oneDocument(tx, orderId, sql`id = ${documentId}`);
}

/** The order's invoice. Those of its later changes say what they add to it. */
export function readInvoice(tx: Transaction, orderId: string) {
  return oneDocument(tx, orderId, sql`kind = 'invoice' order by id`);
}

/** The invoice of the order's last change that made it more expensive. */
export async function readInvoiceOfChange(tx: Transaction, orderId: string) {
  const [first, last] = [
    await readInvoice(tx, orderId),
    await oneDocument(tx, orderId, sql`kind = 'invoice' order by id desc`),
  ];
  return first?.id === last?.id ? undefined : last;
}

/** The documents that say what the order costs, oldest first: its invoices, and the credit notes of its changes. */
export function readCharges(tx: Transaction, orderId: string): Promise<FullDocument[]> {
  return tx.rows<FullDocument>(sql`
    select ${columns}, content, amounts from shop.order_documents
    where store_id = ${tx.storeId} and order_id = ${orderId} and (kind = 'invoice' or amounts -> 'rates' is not null)
    order by id limit 1000`);
}

/** The credit note of a refund. */
export function readCreditNote(tx: Transaction, orderId: string, refundId: string) {
  return oneDocument(tx, orderId, sql`refund_id = ${refundId}`);
}

function oneDocument(
  tx: Transaction,
  orderId: string,
  which: Sql,
): Promise<FullDocument | undefined> {
  return tx.row<FullDocument>(sql`
    select ${columns}, content, amounts from shop.order_documents
    where store_id = ${tx.storeId} and order_id = ${orderId} and ${which} limit 1`);
}

/** What an order's credit notes took so far of each part that it was charged, in minor units. */
export async function readCredited(tx: Transaction, orderId: string): Promise<number[]> {
  const rows = await tx.rows<{ taken: number }>(sql`
    select sum(p.amount::bigint)::bigint as taken from shop.order_documents d,
      jsonb_array_elements_text(d.amounts -> 'parts') with ordinality p (amount, place)
    where d.store_id = ${tx.storeId} and d.order_id = ${orderId} and d.kind = 'credit-note' and d.amounts -> 'rates' is null
    group by p.place order by p.place`);
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
