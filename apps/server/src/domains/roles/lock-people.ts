import type { Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";

/**
 * Serializes changes to permissions in a store. Called first, so that what is read next (what the caller holds, who
 * else is an owner) stays true until the transaction ends.
 */
export async function lockPeople(tx: Transaction): Promise<void> {
  await tx.run(sql`select from shop.stores where id = ${tx.storeId} for no key update`);
}
