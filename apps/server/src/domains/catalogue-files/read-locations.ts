import type { Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";

/** Returns the store's locations in their order. */
export function readLocations(tx: Transaction): Promise<{ code: string; name: string }[]> {
  return tx.rows(sql`
    select code, name from shop.locations where store_id = ${tx.storeId} and deleted_at is null order by position, code`);
}
