import { currencyDigits } from "@vetrina/commerce/money";
import type { Transaction } from "../../platform/context.ts";
import { type Sql, sql } from "../../platform/database/sql.ts";

/**
 * Converts amounts when the new currency has other decimals: 9.99 is stored as 999, which would be 999 yen. Covers
 * shipping, discounts, collection rules and deleted products (which may be restored) with their price history and bulk
 * edits; while any other amounts exist, the currency can't change. The caller locks the store's amounts.
 */
export async function rescaleAmounts(tx: Transaction, from: string, to: string): Promise<void> {
  const digits = currencyDigits(to) - currencyDigits(from);
  if (digits === 0) return;
  const scaled = (minor: Sql) => sql`shop.rescaled(${minor}, ${digits}::int)`;
  const price = scaled(sql`price_minor`);
  const regular = scaled(sql`regular_price_minor`);
  await tx.run(sql`
    update shop.shipping_rates set price_minor = ${price}, free_above_minor = ${scaled(sql`free_above_minor`)}
    where store_id = ${tx.storeId}`);
  await tx.run(sql`
    update shop.discounts set minimum_subtotal_minor = ${scaled(sql`minimum_subtotal_minor`)},
      value = case when type = 'FIXED_AMOUNT' then ${scaled(sql`value`)} else value end
    where store_id = ${tx.storeId}`);
  await tx.run(sql`
    update shop.collections set rule = rule || jsonb_build_object('price', jsonb_strip_nulls(jsonb_build_object(
      'from', ${scaled(sql`(rule #>> '{price,from}')::numeric`)}, 'below', ${scaled(sql`(rule #>> '{price,below}')::numeric`)})))
    where store_id = ${tx.storeId} and rule ? 'price'`);
  await tx.run(sql`
    update shop.variants set price_minor = ${price},
      regular_price_minor = case when ${regular} > ${price} then ${regular} end
    where store_id = ${tx.storeId}`);
  await tx.run(sql`
    update shop.products set price_minor = ${price}, highest_price_minor = ${scaled(sql`highest_price_minor`)},
      regular_price_minor = case when ${regular} > ${price} then ${regular} end
    where store_id = ${tx.storeId}`);
  await tx.run(sql`select door.rescale_history(${digits}::int)`);
}
