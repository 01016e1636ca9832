import type { orders } from "@vetrina/contract/orders";
import type { Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { orderColumns } from "../order-records/order-rows.ts";
import { type OrderRow, presentOrder } from "../order-records/present-order.ts";

export const listOrders: Handler<typeof orders.listOrders> = async (
  ctx,
  { includeDeleted, page, limit },
) => {
  const { rows, total } = await ctx.tx((tx) =>
    readOrders(tx, { includeDeleted: includeDeleted ?? false, limit, offset: (page - 1) * limit }),
  );
  return { items: rows.map(presentOrder), page, limit, total };
};

/** One page of the store's orders, newest first, by the index orders_newest. */
async function readOrders(
  tx: Transaction,
  page: { includeDeleted: boolean; limit: number; offset: number },
): Promise<{ rows: OrderRow[]; total: number }> {
  const shown = page.includeDeleted ? sql`` : sql` and deleted_at is null`;
  const rows = await tx.rows<OrderRow>(sql`
    select ${orderColumns} from shop.orders where store_id = ${tx.storeId}${shown}
    order by id desc limit ${page.limit} offset ${page.offset}`);
  const count = await tx.row<{ total: number }>(
    sql`select count(*)::int as total from shop.orders where store_id = ${tx.storeId}${shown}`,
  );
  return { rows, total: count?.total ?? 0 };
}
