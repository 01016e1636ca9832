import type { inventory } from "@vetrina/contract/stock/inventory";
import type { Context } from "../../platform/context.ts";
import { type Sql, sql } from "../../platform/database/sql.ts";
import type { Input, Output } from "../../platform/http/routes.ts";
import { readLevels } from "./read-levels.ts";

/** Lists stock levels, sorted by the product's name, variant and location. */
export function listLevels(
  ctx: Context,
  query: Input<typeof inventory.listLevels>,
): Promise<Output<typeof inventory.listLevels>> {
  const filter = { order: "name", conditions: conditionsOf(query) } as const;
  return ctx.tx((tx) => readLevels(tx, filter, query));
}

function conditionsOf(query: Input<typeof inventory.listLevels>): Sql[] {
  const { location, lowStock, startDate, endDate, entityType, entityId } = query;
  const conditions: Sql[] = [];
  if (location !== undefined) conditions.push(sql`l.location = ${location}`);
  if (startDate !== undefined) conditions.push(sql`l.updated_at >= ${startDate}`);
  if (endDate !== undefined) conditions.push(sql`l.updated_at <= ${endDate}`);
  if (lowStock !== undefined) conditions.push(sql`(l.low_units is not null) = ${lowStock}`);
  if (entityId !== undefined) {
    const ofVariant = sql`l.variant_id = ${entityId}`;
    const ofProduct = sql`l.variant_id = any(array(select o.id from shop.variants o where o.product_id = ${entityId}))`;
    if (entityType === "VARIANT") conditions.push(ofVariant);
    else if (entityType === "PRODUCT") conditions.push(ofProduct);
    else conditions.push(sql`(${ofVariant} or ${ofProduct})`);
  }
  return conditions;
}
