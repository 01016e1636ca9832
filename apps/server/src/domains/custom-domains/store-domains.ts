import type { Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { newId } from "../../platform/id.ts";

/**
 * Inserts a new store's first host as verified, because the caller has checked it. Returns false if another store has
 * it.
 */
export async function insertFirstDomain(tx: Transaction, host: string): Promise<boolean> {
  const made = await tx.run(sql`
    insert into shop.domains (id, store_id, host, status, is_primary, verified_at)
    values (${newId()}, ${tx.storeId}, ${host.toLowerCase()}, 'ACTIVE', true, now()) on conflict do nothing`);
  return made === 1;
}

/** Deletes the hosts of a store that closes, so that other stores can claim them. */
export async function deleteDomains(tx: Transaction): Promise<void> {
  await tx.run(sql`delete from shop.domains where store_id = ${tx.storeId}`);
}
