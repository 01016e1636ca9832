import type { Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { notFound } from "../../platform/errors.ts";

/**
 * The store's row, kept from other changes of its settings until the transaction ends; with `andOrders` no order is placed
 * either meanwhile. Throws NOT_FOUND for whoever may not change it.
 */
export async function lockStore(tx: Transaction, andOrders = false): Promise<void> {
  const strength = andOrders ? sql`for update` : sql`for no key update`;
  const row = await tx.row(sql`select from shop.stores where id = ${tx.storeId} ${strength}`);
  if (row === undefined) throw notFound("store");
}
