import { type Queryable, sql } from "../../platform/database/sql.ts";

/**
 * Finds the stores that would have no owner without this user. Call it in the transaction that deletes the user, before
 * the change: it locks these stores' memberships, so that the last two owners can't leave at the same time.
 */
export function ownerlessStoresWithout(
  tx: Queryable,
  userId: string,
): Promise<{ storeId: string; storeName: string }[]> {
  return tx.rows(sql`
    select store_id as "storeId", store_name as "storeName" from door.ownerless_stores_without(${userId})`);
}
