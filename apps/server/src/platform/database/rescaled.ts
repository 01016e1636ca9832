import { type Sql, sql } from "./sql.ts";

/** An amount in the smallest unit of a currency with `digits` more decimals. */
export function rescaled(minor: Sql, digits: number): Sql {
  return sql`shop.rescaled(${minor}, ${digits}::int)`;
}
