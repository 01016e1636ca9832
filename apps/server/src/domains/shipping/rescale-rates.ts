import type { Transaction } from "../../platform/context.ts";
import { rescaled } from "../../platform/database/rescaled.ts";
import { sql } from "../../platform/database/sql.ts";

/** Converts the prices of shipping to a currency with `digits` more decimals. */
export async function rescaleRates(tx: Transaction, digits: number): Promise<void> {
  await tx.run(sql`
    update shop.shipping_rates set price_minor = ${rescaled(sql`price_minor`, digits)},
      free_above_minor = ${rescaled(sql`free_above_minor`, digits)}
    where store_id = ${tx.storeId}`);
}
