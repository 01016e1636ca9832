import { type Queryable, sql } from "../../platform/database/sql.ts";
import type { Transaction } from "../../platform/context.ts";
import { orderColumns } from "../order-records/order-rows.ts";
import type { OrderRow } from "../order-records/present-order.ts";

/** One page of the store's orders, newest first, by the index orders_newest. */
export async function readOrders(
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

export type FoundOrder = Pick<
  OrderRow,
  | "id"
  | "order_number"
  | "currency"
  | "total_minor"
  | "created_at"
  | "payment_state"
  | "fulfilment_state"
  | "cancelled_at"
  | "payment_environment"
> & { email: string };

/**
 * Finds an order by number or id and the email it was placed with; undefined for an unknown number and a wrong email
 * alike.
 */
export function findOrder(
  reader: Queryable,
  storeId: string,
  reference: string,
  email: string,
): Promise<FoundOrder | undefined> {
  return reader.row<FoundOrder>(
    sql`select * from door.find_order(${storeId}, ${reference}, ${email})`,
  );
}
