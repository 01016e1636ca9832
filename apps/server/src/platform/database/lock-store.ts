import type { Context, Transaction } from "../context.ts";
import { sql } from "./sql.ts";
import { ApiFailure, notFound } from "../errors.ts";

/**
 * The store's row, kept from other changes of its settings until the transaction ends; with `andOrders` no order is placed
 * or paid and no amount written either meanwhile. Throws NOT_FOUND for whoever may not change it.
 */
export async function lockStore(tx: Transaction, andOrders = false): Promise<void> {
  const strength = andOrders ? sql`for update` : sql`for no key update`;
  const row = await tx.row(sql`select from shop.stores where id = ${tx.storeId} ${strength}`);
  if (row === undefined) throw notFound("store");
}

/**
 * Keeps the store in the currency that the call's amounts were read in, until the transaction ends: for whatever writes
 * amounts. Throws CURRENCY_CHANGED where it has just become another.
 */
export async function holdCurrency(tx: Transaction, ctx: Context): Promise<void> {
  const row = await tx.row<{ currency: string }>(
    sql`select currency from shop.stores where id = ${tx.storeId} for key share`,
  );
  if (row === undefined) throw notFound("store");
  if (row.currency === ctx.store.currency) return;
  ctx.services.directory.forget();
  throw new ApiFailure(
    "CURRENCY_CHANGED",
    `The store's amounts are in ${row.currency} by now. Look at them and send them again.`,
    { currency: row.currency },
  );
}
