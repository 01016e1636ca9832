import type { Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { ApiFailure } from "../../platform/errors.ts";
import { type OrderRow, statusOf } from "./present-order.ts";

/** False if the order's customer was erased or its store deleted. Call it under the order's lock. */
export async function hasBuyer(tx: Transaction, orderId: string): Promise<boolean> {
  const row = await tx.row<{ has: boolean | null }>(sql`select door.has_buyer(${orderId}) as has`);
  return row?.has === true;
}

/**
 * Throws INVALID_TRANSITION if the order has no buyer anymore, because nobody could pay for it, and no erasure would
 * find a new address. The caller holds the order's lock.
 */
export async function requireBuyer(tx: Transaction, order: OrderRow): Promise<void> {
  if (await hasBuyer(tx, order.id)) return;
  throw new ApiFailure(
    "INVALID_TRANSITION",
    "The buyer of this order was erased, so it can't get an address or a higher price. Enter a new buyer's email first.",
    { status: statusOf(order) },
  );
}
