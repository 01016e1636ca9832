import { type Queryable, sql } from "../../platform/database/sql.ts";

/** Reads the store's own VAT ID; null if it has none. */
export async function readOwnVatId(reader: Queryable, storeId: string): Promise<string | null> {
  const row = await reader.row<{ vat_id: string | null }>(
    sql`select vat_id from catalogue.tax_settings where store_id = ${storeId}`,
  );
  return row?.vat_id ?? null;
}
