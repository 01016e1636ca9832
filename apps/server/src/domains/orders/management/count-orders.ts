import type { orderManagement } from "@vetrina/contract/orders/order-management";
import { OrderStatus } from "@vetrina/contract/enumerations";
import { sql } from "../../../platform/database/sql.ts";
import type { Handler } from "../../../platform/http/routes.ts";

type Row = { status: OrderStatus; n: number };

/** Counts by the index orders_by_status. */
export const countOrders: Handler<typeof orderManagement.countOrders> = async (ctx) => {
  const rows = await ctx.tx((tx) =>
    tx.rows<Row>(sql`
      select status, count(*)::int as n from shop.orders
      where store_id = ${tx.storeId} and deleted_at is null group by status`),
  );
  const counts = new Map(rows.map(({ status, n }) => [status, n]));
  const byStatus = Object.fromEntries(
    OrderStatus.options.map((status) => [status, counts.get(status) ?? 0]),
  ) as Record<OrderStatus, number>;
  return {
    total: rows.reduce((sum, { n }) => sum + n, 0),
    byStatus,
    toFulfill: byStatus.PAID,
  };
};
