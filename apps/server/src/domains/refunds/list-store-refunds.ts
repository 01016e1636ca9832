import { refundStatuses } from "@vetrina/commerce/orders/order-states";
import type { Refund, refunds } from "@vetrina/contract/orders/refunds";
import { joinSql, type Sql, sql } from "../../platform/database/sql.ts";
import { requirePageSize } from "../../platform/http/answers/answer-size.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { readCursor, writeCursor } from "../../platform/http/answers/time-cursor.ts";
import { presentRefund } from "./present-refund.ts";

type List = Handler<typeof refunds.listStoreRefunds>;
type Filters = Omit<Parameters<List>[1], "page" | "limit" | "after">;

/** Approximate size of a refund line in the response. */
const refundLineBytes = 180;

/**
 * Returns one page of the store's refunds, newest first. `after` continues after the previous page without reading
 * earlier pages again, unlike `page`.
 */
export const listStoreRefunds: List = async (ctx, { page, limit, after, ...filters }) => {
  const cursor = readCursor(after);
  const later =
    cursor === null
      ? sql``
      : sql` and (f.created_at, f.id) < (${cursor.at}::timestamptz, ${cursor.id}::uuid)`;
  const offset = cursor === null ? (page - 1) * limit : 0;
  return ctx.tx(async (tx) => {
    const which = sql`f.store_id = ${tx.storeId} and ${matching(filters)}`;
    const rows = await tx.rows<{ id: string; at: string }>(sql`
      select f.id, f.created_at::text as at from shop.refunds f where ${which}${later}
      order by f.created_at desc, f.id desc limit ${limit + 1} offset ${offset}`);
    const count = await tx.row<{ total: number }>(
      sql`select count(*)::int as total from shop.refunds f where ${which}`,
    );
    const shown = rows.slice(0, limit);
    const ids = shown.map(({ id }) => id);
    await requirePageSize(
      tx,
      sql`select ${refundLineBytes} * count(*) as bytes from shop.refund_lines
        where store_id = ${tx.storeId} and refund_id = any(${ids}::uuid[]) group by refund_id`,
    );
    const items: Refund[] = [];
    for (const { id } of shown) items.push(await presentRefund(tx, id));
    const last = rows.length > limit ? shown.at(-1) : undefined;
    const next = last === undefined ? null : writeCursor(last);
    return { items, page, limit, total: count?.total ?? 0, next };
  });
};

function matching({ status, provider, environment, startDate, endDate }: Filters): Sql {
  const conditions: Sql[] = [sql`true`];
  if (status !== undefined) {
    const states = Object.entries(refundStatuses).filter(([, shown]) => shown === status);
    conditions.push(sql`f.state = any(${states.map(([state]) => state)}::text[])`);
  }
  const ofPayment: Sql[] = [];
  if (provider !== undefined) ofPayment.push(sql`p.provider = ${provider}`);
  if (environment !== undefined) ofPayment.push(sql`p.environment = ${environment}`);
  if (ofPayment.length > 0)
    conditions.push(sql`exists (select from shop.refund_payments r
      join shop.payments p on p.store_id = r.store_id and p.id = r.payment_id
      where r.store_id = f.store_id and r.refund_id = f.id and ${joinSql(ofPayment, " and ")})`);
  if (startDate !== undefined) conditions.push(sql`f.created_at >= ${startDate}::timestamptz`);
  if (endDate !== undefined) conditions.push(sql`f.created_at < ${endDate}::timestamptz`);
  return joinSql(conditions, " and ");
}
