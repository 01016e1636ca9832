import type { Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";

export type DocumentKind = "invoice" | "credit-note";
export type DocumentNumber = { year: number; number: number };

/**
 * Returns the store's next document number for the given kind and the year of `at` in the given time zone. Numbers have
 * no gaps: the counter's row stays locked until the transaction ends, and a rollback restores the counter.
 */
export async function nextNumber(
  tx: Transaction,
  kind: DocumentKind,
  at: Date,
  timeZone: string,
): Promise<DocumentNumber> {
  const year = Number(new Intl.DateTimeFormat("en", { year: "numeric", timeZone }).format(at));
  const row = await tx.row<{ last_number: number }>(sql`
    insert into shop.document_counters as c (store_id, kind, year, last_number) values (${tx.storeId}, ${kind}, ${year}, 1)
    on conflict (store_id, kind, year) do update set last_number = c.last_number + 1
    returning last_number`);
  if (row === undefined) throw new Error("the document counter returned no number");
  return { year, number: row.last_number };
}

/** Formats a number as 2026-000012, and a credit note's as C2026-000012. */
export function nameOf({
  kind,
  year,
  number,
}: DocumentNumber & {
  kind: DocumentKind;
}): string {
  return `${kind === "invoice" ? "" : "C"}${year}-${String(number).padStart(6, "0")}`;
}
