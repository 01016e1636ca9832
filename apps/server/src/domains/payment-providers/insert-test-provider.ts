import type { Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { newId } from "../../platform/id.ts";

/** Adds the built-in test provider to a new store. */
export async function insertTestProvider(tx: Transaction): Promise<void> {
  await tx.run(sql`
    insert into shop.payment_providers (store_id, id, provider, environment)
    values (${tx.storeId}, ${newId()}, 'OTHER', 'TEST')`);
}
