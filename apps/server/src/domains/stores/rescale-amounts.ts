import { currencyDigits } from "@vetrina/commerce/money";
import type { Transaction } from "../../platform/context.ts";
import { type Sql, sql } from "../../platform/database/sql.ts";

/**
 * Keeps what amounts say where the new currency has other decimals: 9.99 is kept as 999, which would be 999 yen. Of shipping,
 * discounts, the rules of collections, and deleted variants, which may come back; while any stand the currency stays.
 */
export async function rescaleAmounts(tx: Transaction, from: string, to: string): Promise<void> {
  const digits = currencyDigits(to) - currencyDigits(from);
  if (digits === 0) return;
  // What is not nothing stays so, and within its column.
  const scaled = (minor: Sql) =>
    sql`case when ${minor} is not null
      then least(greatest(round(${minor} * 10::numeric ^ ${digits}), sign(${minor})), 2147483647)::int end`;
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
    where store_id = ${tx.storeId} and deleted_at is not null`);
}
