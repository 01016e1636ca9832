import type { Transaction } from "../../platform/context.ts";
import { rescaled } from "../../platform/database/rescaled.ts";
import { sql } from "../../platform/database/sql.ts";

/** Converts the amounts of discounts to a currency with `digits` more decimals. */
export async function rescaleDiscounts(tx: Transaction, digits: number): Promise<void> {
  await tx.run(sql`
    update shop.discounts set minimum_subtotal_minor = ${rescaled(sql`minimum_subtotal_minor`, digits)},
      maximum_subtotal_minor = ${rescaled(sql`maximum_subtotal_minor`, digits)},
      value = case when type = 'FIXED_AMOUNT' then ${rescaled(sql`value`, digits)} else value end,
      tiers = case when type = 'FIXED_AMOUNT' then coalesce((
          select jsonb_agg(jsonb_set(t, '{value}', to_jsonb(${rescaled(sql`(t ->> 'value')::numeric`, digits)})) order by n)
          from jsonb_array_elements(tiers) with ordinality e(t, n)), '[]')
        else tiers end
    where store_id = ${tx.storeId}`);
}
