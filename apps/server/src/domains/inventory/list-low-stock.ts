import type { inventory } from "@vetrina/contract/stock/inventory";
import type { Context } from "../../platform/context.ts";
import { type Sql, sql } from "../../platform/database/sql.ts";
import type { Input, Output } from "../../platform/http/routes.ts";
import { readLevels } from "./read-levels.ts";

/** Lists low levels, those with the fewest units first. */
export function listLowStock(
  ctx: Context,
  query: Input<typeof inventory.listLowStock>,
): Promise<Output<typeof inventory.listLowStock>> {
  const { location, soldOut, hasReorderPoint, search } = query;
  const conditions: Sql[] = [];
  if (location !== undefined) conditions.push(sql`l.location = ${location}`);
  if (soldOut !== undefined) conditions.push(sql`(l.low_units <= 0) = ${soldOut}`);
  if (hasReorderPoint !== undefined)
    conditions.push(sql`(l.reorder_point is not null) = ${hasReorderPoint}`);
  if (search !== undefined && search !== "") {
    const pattern = `%${search.replaceAll(/[\\%_]/g, "\\$&")}%`;
    conditions.push(sql`concat_ws(' ', p.name, v.name, v.sku) ilike ${pattern}`);
  }
  return ctx.tx((tx) => readLevels(tx, { order: "units", conditions }, query));
}
