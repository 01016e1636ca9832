import type { Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";

/**
 * Serializes changes to permissions in a store. Call it first, so that the caller's permissions and the list of owners
 * can't change until the transaction ends.
 */
export async function lockPeople(tx: Transaction): Promise<void> {
  await tx.run(sql`select from shop.stores where id = ${tx.storeId} for no key update`);
  await tx.enterAgain?.();
}
