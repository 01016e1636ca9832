import { currencyDigits } from "@vetrina/commerce/money";
import type { Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { rescaleRules } from "../collections/rescale-rules.ts";
import { rescaleDiscounts } from "../discounts/rescale-discounts.ts";
import { rescalePrices } from "../products/bulk-writes/products.ts";
import { rescaleRates } from "../shipping/rescale-rates.ts";

/**
 * Converts amounts to a currency with different decimals: 9.99 is stored as 999, which would be 999 yen. Covers
 * shipping, discounts, collection rules and deleted products (which may be restored) with their price history and bulk
 * edits. While any other amounts exist, the currency can't change. The caller locks the store's amounts.
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
