import type { Context, Transaction } from "../context.ts";
import { sql } from "./sql.ts";
import { ApiFailure, notFound } from "../errors.ts";

/**
 * Locks the store's row against other changes to its settings until the transaction ends; with `andOrders`, also
 * against placing or paying orders and writing amounts. Throws NOT_FOUND for callers who may not change the store, and
 * NOT_FOUND or FORBIDDEN for staff and API keys that have lost their access.
 */
export async function lockStore(tx: Transaction, andOrders = false): Promise<void> {
  const strength = andOrders ? sql`for update` : sql`for no key update`;
  const row = await tx.row(sql`select from shop.stores where id = ${tx.storeId} ${strength}`);
  if (row === undefined) throw notFound("store");
  await tx.enterAgain?.();
}

/**
 * Prevents a change of the store's currency until the transaction ends. Call it before every write of amounts, because
 * they are in the currency that was current when the call began. Throws CURRENCY_CHANGED if it has changed since.
 */
export async function holdCurrency(tx: Transaction, ctx: Context): Promise<void> {
  const row = await tx.row<{ currency: string }>(
    sql`select currency from shop.stores where id = ${tx.storeId} for key share`,
  );
  if (row === undefined) throw notFound("store");
  if (row.currency === ctx.store.currency) return;
  ctx.services.directory.forget(ctx.store.id);
  throw new ApiFailure(
    "CURRENCY_CHANGED",
    `The store's currency is now ${row.currency}. Check the amounts and send them again.`,
    { currency: row.currency },
  );
}
