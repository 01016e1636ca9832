import { type Queryable, sql } from "../../platform/database/sql.ts";

/**
 * The stores that would have no owner without this user. Call it in the transaction that deletes the user, before the
 * change: nobody joins or leaves these stores until it ends, so that two last owners can't go at the same moment.
 */
export function ownerlessStoresWithout(
  tx: Queryable,
  userId: string,
): Promise<{ storeId: string; storeName: string }[]> {
  return tx.rows(sql`
    select store_id as "storeId", store_name as "storeName" from door.ownerless_stores_without(${userId})`);
}
