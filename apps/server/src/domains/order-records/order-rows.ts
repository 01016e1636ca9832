import type { OrderWithItems } from "@vetrina/contract/orders/orders";
import { sql, type Sql } from "../../platform/database/sql.ts";
import { notFound } from "../../platform/errors.ts";
import type { Transaction } from "../../platform/context.ts";
import { type OrderItemRow, type OrderRow, presentOrderWithItems } from "./present-order.ts";

/** The columns of a ListedOrder. */
export const listedColumns = sql`store_id, id, order_number, email, currency, subtotal_minor, discount_minor, shipping_minor, tax_minor,
  tax_basis_points, tax_included_minor, shipping_tax_minor, total_minor, discount_id, discount_code, vat_id, shipping_method, pickup, deliver_from::text, deliver_to::text, shipping_address,
  billing_address, note, payment_state, fulfillment_state, return_state, payment_name, payment_environment,
  cancelled_at, paid_at, delivered_at, completed_at, expires_at, paid_minor, refunded_minor, change_due_minor, change_expires_at, dispute_state, disputed_minor, lost_minor, withheld_minor, tags, version, created_at, deleted_at, language, invoiced_at`;

/** The columns of an OrderRow. */
export const orderColumns = sql`${listedColumns}, price_trace, is_express, link_version, customer_id is not null as has_customer`;

/** The columns of an OrderItemRow. */
export const itemColumns = sql`id, product_id, variant_id, link, name, variant_name, color, size, sku, image, quantity, price_minor, discount_minor,
  tax_minor, tax_included_minor, total_minor, fulfilled_quantity, returned_quantity, refunded_quantity, refunded_minor`;

/** Reads the order. Throws NOT_FOUND if it is deleted or the transaction hasn't been granted access to it. */
export async function readOrder(tx: Transaction, orderId: string): Promise<OrderRow> {
  return oneOrder(tx, orderId, sql``);
}

/** Like readOrder(), but also for an order that staff have deleted. */
export async function readAnyOrder(tx: Transaction, orderId: string): Promise<OrderRow> {
  return foundOrder(await findOrder(tx, orderId, sql``));
}

/** Reads and locks the order. Take this lock before you change an order. */
export async function lockOrder(tx: Transaction, orderId: string): Promise<OrderRow> {
  return oneOrder(tx, orderId, sql` for update`);
}

/** Like lockOrder(), but also for an order that staff have deleted, because its payments and refunds continue. */
export async function lockAnyOrder(tx: Transaction, orderId: string): Promise<OrderRow> {
  return foundOrder(await findOrder(tx, orderId, sql` for update`));
}

async function oneOrder(tx: Transaction, orderId: string, lock: Sql): Promise<OrderRow> {
  return foundOrder(await findOrder(tx, orderId, sql` and deleted_at is null${lock}`));
}

function findOrder(tx: Transaction, orderId: string, end: Sql): Promise<OrderRow | undefined> {
  return tx.row<OrderRow>(sql`
    select ${orderColumns} from shop.orders where store_id = ${tx.storeId} and id = ${orderId}${end}`);
}

function foundOrder<Row extends OrderRow>(row: Row | undefined): Row {
  if (row === undefined) throw notFound("order");
  return row;
}

/**
 * Reads the version of the order's key. Throws NOT_FOUND if the order is deleted or the transaction hasn't been granted
 * access to it.
 */
export async function readLinkVersion(tx: Transaction, orderId: string): Promise<number> {
  const row = await tx.row<{ link_version: number }>(sql`
    select link_version from shop.orders
    where store_id = ${tx.storeId} and id = ${orderId} and deleted_at is null`);
  if (row === undefined) throw notFound("order");
  return row.link_version;
}

export async function readOrderWithItems(
  tx: Transaction,
  orderId: string,
): Promise<OrderWithItems> {
  const { items, ...order } = foundOrder(
    await tx.row<OrderRow & { items: OrderItemRow[] }>(sql`
      select ${orderColumns}, ${itemsOf} as items from shop.orders o
      where store_id = ${tx.storeId} and id = ${orderId} and deleted_at is null`),
  );
  return presentOrderWithItems(order, items);
}

/** Selects the items of an order `o` as JSON, under their column names. */
const itemsOf = sql`(select coalesce(json_agg(i), '[]') from (
  select ${itemColumns} from shop.order_items i where i.store_id = o.store_id and i.order_id = o.id order by position) i)`;

export function readItems(tx: Transaction, orderId: string): Promise<OrderItemRow[]> {
  return tx.rows<OrderItemRow>(sql`
    select ${itemColumns}
    from shop.order_items where store_id = ${tx.storeId} and order_id = ${orderId} order by position`);
}

/** Reads the id of the order's shipping method; null if the order has none. The method may since have been deleted. */
export async function readShippingRateId(tx: Transaction, orderId: string): Promise<string | null> {
  const row = await tx.row<{ id: string | null }>(sql`
    select shipping_rate_id as id from shop.orders where store_id = ${tx.storeId} and id = ${orderId}`);
  return row?.id ?? null;
}
