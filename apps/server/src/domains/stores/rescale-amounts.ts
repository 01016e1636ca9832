import { currencyDigits } from "@vetrina/commerce/money";
import type { Context, Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { ApiFailure } from "../../platform/errors.ts";
import { countCopies } from "../../platform/http/callers/count-write.ts";
import { rescaleRules } from "../collections/rescale-rules.ts";
import { rescaleDiscounts } from "../discounts/rescale-discounts.ts";
import { rescalePrices } from "../products/bulk-writes/products.ts";
import { rescaleRates } from "../shipping/rescale-rates.ts";

/**
 * Converts amounts to a currency with different decimals, because 9.99 is stored as 999, which would be 999 yen. Covers
 * shipping, discounts, collection rules, and deleted products with their price history and bulk edits. If other amounts
 * exist, the currency can't change. The caller locks the store's amounts.
 */
export async function rescaleAmounts(tx: Transaction, from: string, to: string): Promise<void> {
  const digits = currencyDigits(to) - currencyDigits(from);
  if (digits === 0) return;
  await rescaleRates(tx, digits);
  await rescaleDiscounts(tx, digits);
  await rescaleRules(tx, digits);
  await rescalePrices(tx, digits);
  await tx.run(sql`select door.rescale_history(${digits}::int)`);
}

/** Maximum number of amounts of deleted products, which are converted in one transaction. */
const maxAmounts = 20_000;

/**
 * Counts, toward the caller's write limit, the amounts that a change to this currency converts. Throws CURRENCY_FIXED
 * if there are too many.
 */
export async function countRescaled(
  ctx: Context,
  to: string | undefined,
  max = maxAmounts,
): Promise<void> {
  if (to === undefined || currencyDigits(to) === currencyDigits(ctx.store.currency)) return;
  const rows = await ctx.tx(async (tx) => {
    const row = await tx.row<{ amounts: number }>(sql`
      select count(*)::int as amounts from (
        select from shop.variants where store_id = ${tx.storeId}
        union all select from shop.products where store_id = ${tx.storeId}
        union all select from shop.price_changes where store_id = ${tx.storeId}
        union all select from shop.bulk_edit_items where store_id = ${tx.storeId} and field = 'PRICE'
        limit ${max + 1}) amounts`);
    return row?.amounts ?? 0;
  });
  if (rows > max)
    throw new ApiFailure(
      "CURRENCY_FIXED",
      `The store has too many prices to convert to ${to}, including those of deleted products. Open a new store to sell in this currency.`,
    );
  await countCopies(ctx, { rows });
}
