import type { customers } from "@vetrina/contract/people/customers";
import type { Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { listedColumns } from "../order-records/order-rows.ts";
import { type ListedOrder, presentOrder } from "../order-records/present-order.ts";
import { listOfCustomer } from "./list-of-customer.ts";
import { type Page, pageOf } from "./queries.ts";

export const listCustomerOrders: Handler<typeof customers.listCustomerOrders> = (
  ctx,
  { id, page, limit },
) =>
  listOfCustomer(ctx, id, { page, limit }, (tx, part) => readOrdersOf(tx, id, part), presentOrder);

/** Returns one page of the customer's orders, newest first, read with the index orders_by_customer. */
function readOrdersOf(tx: Transaction, customerId: string, page: Page) {
  const which = sql`shop.orders where store_id = ${tx.storeId} and customer_id = ${customerId} and deleted_at is null`;
  return pageOf<ListedOrder>(tx, sql`${listedColumns}`, which, sql`id desc`, page);
}
