import type { reconciliation } from "@vetrina/contract/orders/reconciliation";
import { joinSql, type Sql, sql } from "../../platform/database/sql.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { readCursor, writeCursor } from "../../platform/http/answers/time-cursor.ts";
import { presentDifference, readDifferences } from "./difference-rows.ts";

type List = Handler<typeof reconciliation.listDifferences>;
type Filters = Parameters<List>[1];

/** Returns one page of the store's differences, newest first. `after` continues after the previous page. */
export const listDifferences: List = async (ctx, { page, limit, after, ...filters }) => {
  const cursor = readCursor(after);
  const which = matching(filters);
  const later =
    cursor === null
      ? sql``
      : sql` and (d.found_at, d.id) < (${cursor.at}::timestamptz, ${cursor.id}::uuid)`;
  const { rows, total } = await ctx.tx(async (tx) => {
    const offset = cursor === null ? (page - 1) * limit : 0;
    const found = await readDifferences(tx, sql`${which}${later}`, { limit: limit + 1, offset });
    const count = await tx.row<{ total: number }>(sql`
      select count(*)::int as total from shop.reconciliation_differences d where d.store_id = ${tx.storeId} and ${which}`);
    return { rows: found, total: count?.total ?? 0 };
  });
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    items: shown.map(presentDifference),
    page,
    limit,
    total,
    next: last === undefined ? null : writeCursor({ at: last.cursor_at, id: last.id }),
  };
};

function matching(filters: Omit<Filters, "page" | "limit" | "after">): Sql {
  const conditions: Sql[] = [sql`true`];
  const { state, kind, provider, environment, orderId, paymentId, startDate, endDate } = filters;
  if (state !== undefined) conditions.push(sql`d.state = ${state}`);
  if (kind !== undefined) conditions.push(sql`d.kind = ${kind}`);
  if (provider !== undefined) conditions.push(sql`d.provider = ${provider}`);
  if (environment !== undefined) conditions.push(sql`d.environment = ${environment}`);
  if (orderId !== undefined) conditions.push(sql`d.order_id = ${orderId}`);
  if (paymentId !== undefined) conditions.push(sql`d.payment_id = ${paymentId}`);
  if (startDate !== undefined) conditions.push(sql`d.found_at >= ${startDate}`);
  if (endDate !== undefined) conditions.push(sql`d.found_at < ${endDate}`);
  return joinSql(conditions, " and ");
}
