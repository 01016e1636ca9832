import type { Transaction } from "../../platform/context.ts";
import { rescaled } from "../../platform/database/rescaled.ts";
import { sql } from "../../platform/database/sql.ts";

/** Converts shipping prices to a currency with `digits` more decimal places. Weights don't change. */
export async function rescaleRates(tx: Transaction, digits: number): Promise<void> {
  await tx.run(sql`
    update shop.shipping_rates r set price_minor = ${rescaled(sql`r.price_minor`, digits)},
      free_above_minor = ${rescaled(sql`r.free_above_minor`, digits)},
      steps = coalesce((select jsonb_agg(jsonb_build_object(
          'from', case r.type when 'BY_WEIGHT' then (step ->> 'from')::bigint
            else ${rescaled(sql`(step ->> 'from')::int`, digits)} end,
          'price', ${rescaled(sql`(step ->> 'price')::int`, digits)}) order by at)
        from jsonb_array_elements(r.steps) with ordinality as s(step, at)), '[]')
    where r.store_id = ${tx.storeId}`);
}
