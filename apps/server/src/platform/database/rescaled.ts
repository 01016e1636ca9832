import { type Sql, sql } from "./sql.ts";

/** Converts an amount to the minor units of a currency with `digits` more decimals. */
export function rescaled(minor: Sql, digits: number): Sql {
  return sql`shop.rescaled(${minor}, ${digits}::int)`;
}
