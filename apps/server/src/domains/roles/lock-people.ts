import type { Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";

/**
 * First in every change of who may do what in the store: such changes happen one after the other, so that what is asked
 * next (what the caller holds, who else is an owner) stays true until the transaction ends.
 */
export async function lockPeople(tx: Transaction): Promise<void> {
  await tx.run(sql`select from shop.stores where id = ${tx.storeId} for no key update`);
}
