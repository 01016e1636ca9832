import type { Transaction } from "../../platform/context.ts";
import { rescaled } from "../../platform/database/rescaled.ts";
import { sql } from "../../platform/database/sql.ts";

/** Converts the prices in collections' rules to a currency with `digits` more decimals. */
export async function rescaleRules(tx: Transaction, digits: number): Promise<void> {
  const from = rescaled(sql`(rule #>> '{price,from}')::numeric`, digits);
  const below = rescaled(sql`(rule #>> '{price,below}')::numeric`, digits);
  await tx.run(sql`
    update shop.collections set rule = rule || jsonb_build_object('price', jsonb_strip_nulls(jsonb_build_object(
      'from', ${from}, 'below', ${below})))
    where store_id = ${tx.storeId} and rule ? 'price'`);
}
