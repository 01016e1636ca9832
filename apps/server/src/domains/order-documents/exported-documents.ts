import { toMajor } from "@vetrina/commerce/money";
import type { CustomerDocument } from "@vetrina/contract/orders/customer-orders";
import type { Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import type { DocumentContent } from "./document-content.ts";
import { nameOf } from "./document-numbers.ts";
import { type DocumentRow, shownContent } from "./document-rows.ts";

type Row = DocumentRow &
  Pick<DocumentContent, "addresses" | "note"> & { order_id: string; currency: string };

/**
 * Returns each order's documents, oldest first, with the buyer's data that they contain, for a customer's data export.
 */
export async function exportedDocuments(
  tx: Transaction,
  orderIds: readonly string[],
): Promise<Map<string, CustomerDocument[]>> {
  const rows = await tx.rows<Row>(sql`
    select d.order_id, d.id, d.kind, d.year, d.number, d.total_minor, d.issued_at, o.currency,
      ${shownContent} -> 'addresses' as addresses, ${shownContent} ->> 'note' as note
    from shop.order_documents d join shop.orders o on o.store_id = d.store_id and o.id = d.order_id
    where d.store_id = ${tx.storeId} and d.order_id = any(${orderIds}::uuid[]) order by d.id`);
  const byOrder = Map.groupBy(rows, (row) => row.order_id);
  return new Map([...byOrder].map(([id, documents]) => [id, documents.map(presentDocument)]));
}

function presentDocument(row: Row): CustomerDocument {
  return {
    kind: row.kind === "invoice" ? "INVOICE" : "CREDIT_NOTE",
    number: nameOf(row),
    issuedAt: row.issued_at.toISOString(),
    total: toMajor(row.total_minor, row.currency),
    currency: row.currency,
    addresses: row.addresses.map(({ lines }) => lines.join("\n")),
    note: row.note,
  };
}
