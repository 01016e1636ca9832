import type { DisputeState } from "@vetrina/commerce/orders/order-states";
import type { Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";

/** Records the amounts of an order's payments that its disputes take. The caller holds the order's lock. */
export async function setOrderDisputes(
  tx: Transaction,
  orderId: string,
  {
    state,
    disputedMinor,
    lostMinor,
  }: { state: DisputeState; disputedMinor: number; lostMinor: number },
): Promise<void> {
  await tx.run(sql`
    update shop.orders set dispute_state = ${state}, disputed_minor = ${disputedMinor}, lost_minor = ${lostMinor}, updated_at = now()
    where store_id = ${tx.storeId} and id = ${orderId}
      and (dispute_state, disputed_minor, lost_minor) is distinct from (${state}, ${disputedMinor}::bigint, ${lostMinor}::bigint)`);
}
