import type { inventory, StockMovement } from "@vetrina/contract/stock/inventory";
import type { Context } from "../../platform/context.ts";
import { joinSql, sql } from "../../platform/database/sql.ts";
import type { Input, Output } from "../../platform/http/routes.ts";

type Row = Omit<StockMovement, "createdAt"> & { createdAt: Date };
type Kind = StockMovement["kind"];

/** Maps each kind of movement in the API to its name in the ledger. */
const wordOf: Record<Kind, string> = {
  ADJUSTMENT: "adjust",
  HOLD: "hold",
  RELEASE: "release",
  SALE: "sale",
  RETURN: "return",
  TRANSFER: "transfer",
};

/**
 * Lists the ledger, newest first. Ids increase over time, so each page continues after the last id of the previous
 * page.
 */
export async function listMovements(
  ctx: Context,
  query: Input<typeof inventory.listMovements>,
): Promise<Output<typeof inventory.listMovements>> {
  const { variantId, location, kind, orderId, after, limit } = query;
  const conditions = [sql`m.store_id = ${ctx.store.id}`];
  if (variantId !== undefined) conditions.push(sql`m.variant_id = ${variantId}`);
  if (location !== undefined) conditions.push(sql`m.location = ${location}`);
  if (kind !== undefined) conditions.push(sql`m.kind = ${wordOf[kind]}`);
  if (orderId !== undefined) conditions.push(sql`m.order_id = ${orderId}`);
  if (after !== undefined) conditions.push(sql`m.id < ${after}`);
  const rows = await ctx.tx((tx) =>
    tx.rows<Row>(sql`
      select m.id, m.variant_id as "variantId", m.location, p.name as "productName", v.name as "variantName", v.sku,
        case m.kind when 'adjust' then 'ADJUSTMENT' else upper(m.kind) end as kind, m.on_hand_delta as "onHandDelta",
        m.reserved_delta as "reservedDelta", m.incoming_delta as "incomingDelta", m.reason, m.note,
        m.order_id as "orderId", m.reference_id as "referenceId", m.created_at as "createdAt"
      from shop.stock_movements m
      join shop.variants v on v.store_id = m.store_id and v.id = m.variant_id
      join shop.products p on p.store_id = v.store_id and p.id = v.product_id
      where ${joinSql(conditions, " and ")} order by m.id desc limit ${limit + 1}`),
  );
  const items = rows.slice(0, limit);
  return {
    items: items.map((row) => Object.assign(row, { createdAt: row.createdAt.toISOString() })),
    limit,
    next: rows.length > limit ? (items.at(-1)?.id ?? null) : null,
  };
}
