import type { World } from "#tests/world.ts";
import { newId } from "../../platform/id.ts";

/** Inserts an open difference without an order, as a run stores it. */
export async function seedDifference(world: World, storeId: string): Promise<string> {
  const id = newId();
  await world.admin.query(
    `insert into shop.reconciliation_differences (store_id, id, account_id, provider, environment, kind, subject, reported_minor,
       currency, at, found_at)
     values ($1, $2::uuid, $3, 'PAYPAL', 'TEST', 'ORPHAN_CAPTURE', $2::uuid::text, 1000, 'USD', now(), now())`,
    [storeId, id, newId()],
  );
  return id;
}
