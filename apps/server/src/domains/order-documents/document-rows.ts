import type { Invoiced } from "@vetrina/commerce/orders/credit-notes";
import type { Transaction } from "../../platform/context.ts";
import { noteCopies } from "../../platform/database/copies.ts";
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
 * Invoices, and credit notes for order changes, store their amounts as `Invoiced`. Other credit notes store in `parts`
 * how much they return of each part of the invoices (a line, or the shipping), in the same order.
 */
type Amounts = Invoiced | { parts: number[] };

const columns = sql`id, kind, year, number, total_minor, issued_at`;

/**
 * Selects the content of the document `d` without what an erasure removes, even before the sweep has removed it:
 * addresses and note, or only the email if the document is about another person's order.
 */
export const shownContent = sql`
  (case when d.erased_at is not null then d.content || '{"addresses": [], "note": null}'
    when d.email_erased_at is not null and d.email is not null then shop.without_email(d.content, d.email)
    else d.content end)`;

/** Reads an order's documents, oldest first. An order has few: its invoices, and a credit note for each refund. */
export function readDocuments(tx: Transaction, orderId: string): Promise<DocumentRow[]> {
  return tx.rows<DocumentRow>(sql`
    select ${columns} from shop.order_documents
    where store_id = ${tx.storeId} and order_id = ${orderId} order by id limit 1000`);
}

/** `amounts` is null for invoices issued before amounts were stored. */
export type FullDocument = DocumentRow & { content: DocumentContent; amounts: Amounts | null };

/** Reads the order's document with this id. */
export function readDocument(tx: Transaction, orderId: string, documentId: string) {
  return oneDocument(tx, orderId, sql`id = ${documentId}`);
}

/** Reads the order's first invoice. Later invoices contain only what a change added. */
export function readInvoice(tx: Transaction, orderId: string) {
  return oneDocument(tx, orderId, sql`kind = 'invoice' order by id`);
}

/** Reads the invoice of the last change that made the order more expensive; undefined if there is none. */
export async function readInvoiceOfChange(tx: Transaction, orderId: string) {
  const [first, last] = [
    await readInvoice(tx, orderId),
    await oneDocument(tx, orderId, sql`kind = 'invoice' order by id desc`),
  ];
  return first?.id === last?.id ? undefined : last;
}

/**
 * Reads the last credit note for a change that lowered the price, if a lost dispute had already returned all or part of
 * the difference; undefined if there is none.
 */
export function readCreditNoteOfChange(tx: Transaction, orderId: string) {
  return oneDocument(tx, orderId, sql`kind = 'credit-note' and refund_id is null order by id desc`);
}

/** A document without its content, which may be large. */
export type Charge = Omit<FullDocument, "content">;

/** Reads the documents that add up to the order's price, oldest first: invoices and the credit notes for changes. */
export function readCharges(tx: Transaction, orderId: string): Promise<Charge[]> {
  return tx.rows<Charge>(sql`
    select ${columns}, amounts from shop.order_documents
    where store_id = ${tx.storeId} and order_id = ${orderId} and (kind = 'invoice' or amounts -> 'rates' is not null)
    order by id limit 1000`);
}

/** Reads the credit note of a refund. */
export function readCreditNote(tx: Transaction, orderId: string, refundId: string) {
  return oneDocument(tx, orderId, sql`refund_id = ${refundId}`);
}

function oneDocument(
  tx: Transaction,
  orderId: string,
  which: Sql,
): Promise<FullDocument | undefined> {
  return tx.row<FullDocument>(sql`
    select ${columns}, ${shownContent} as content, amounts from shop.order_documents d
    where store_id = ${tx.storeId} and order_id = ${orderId} and ${which} limit 1`);
}

/**
 * Returns how much the order's credit notes, except those for changes, have returned of each part of the invoices (a
 * line, or the shipping), in minor units and in the order of the parts.
 */
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
  /** The buyer's email, if the content has it. */
  email: string | null;
  refundId?: string;
  invoiceId?: string;
};

export async function insertDocument(tx: Transaction, document: NewDocument): Promise<void> {
  const { orderId, email, refundId = null, invoiceId = null, content, amounts, ...row } = document;
  const [written, charged] = [JSON.stringify(content), JSON.stringify(amounts)];
  noteCopies(tx, { bytes: Buffer.byteLength(written) + Buffer.byteLength(charged) });
  await tx.run(sql`
    insert into shop.order_documents (store_id, id, order_id, kind, year, number, total_minor, content, amounts, refund_id,
      invoice_id, issued_at, email)
    values (${tx.storeId}, ${newId()}, ${orderId}, ${row.kind}, ${row.year}, ${row.number}, ${row.total_minor},
      ${written}, ${charged}, ${refundId}, ${invoiceId}, ${row.issued_at}, ${email})`);
}
