import type { inventory } from "@vetrina/contract/stock/inventory";
import type { Context } from "../../platform/context.ts";
import { type Sql, sql } from "../../platform/database/sql.ts";
import type { Input, Output } from "../../platform/http/routes.ts";
import { isLow, readLevels } from "./queries.ts";

/** Lists stock levels by product, variant and location. */
export function listLevels(
  ctx: Context,
  query: Input<typeof inventory.listLevels>,
): Promise<Output<typeof inventory.listLevels>> {
  const order = sql`p.name, p.id, v.position, v.id, l.location`;
  return ctx.tx((tx) => readLevels(tx, conditionsOf(query), order, query));
}

function conditionsOf(query: Input<typeof inventory.listLevels>): Sql[] {
  const { location, lowStock, startDate, endDate, entityType, entityId } = query;
  const conditions: Sql[] = [];
  if (location !== undefined) conditions.push(sql`l.location = ${location}`);
  if (startDate !== undefined) conditions.push(sql`l.updated_at >= ${startDate}`);
  if (endDate !== undefined) conditions.push(sql`l.updated_at <= ${endDate}`);
  if (lowStock !== undefined) conditions.push(sql`${isLow} = ${lowStock}`);
  if (entityId !== undefined) {
    const ofVariant = sql`l.variant_id = ${entityId}`;
    const ofProduct = sql`p.id = ${entityId}`;
    if (entityType === "VARIANT") conditions.push(ofVariant);
    else if (entityType === "PRODUCT") conditions.push(ofProduct);
    else conditions.push(sql`(${ofVariant} or ${ofProduct})`);
  }
  return conditions;
}
