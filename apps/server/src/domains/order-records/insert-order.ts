import type { Transaction } from "../../platform/context.ts";
import { type Sql, sql } from "../../platform/database/sql.ts";
import { constraintOf, isSqlState } from "../../platform/database/sql-state.ts";
import { writeTogether } from "../../platform/database/together.ts";
import { newId } from "../../platform/id.ts";
import type { OrderItemRow, OrderRow } from "./present-order.ts";

/**
 * The caller whose limit an order's units count toward until they are paid with real money. The IP address, and for
 * IPv6 the wider network, are hashes that reveal nothing without the server's secret.
 */
export type Holder = { address: Buffer; network: Buffer | null; userId: string | null };

/** Columns that are written with a new order and that OrderRow doesn't have. */
export type OrderSecrets = {
  keyHash: Buffer;
  shippingRateId: string | null;
  heldBy: Holder | null;
  /** Hashes of the caller's IP address and wider network (mailCallersOf()), used to limit the order's emails. */
  mailCallers: readonly string[];
  /** The host that the caller sent. Emails link to it only if it is one of the store's hosts. */
  host: string | null;
};
/**
 * Who the order's customer is: the one with `customerId` if that customer has the order's email, else the signed-in
 * user's customer, else the customer with the order's email. A new customer gets `name`.
 */
export type Buyer = { userId: string | null; name: string; customerId?: string | null };
/** Writes the order, its lines and `also` in one statement, so foreign keys are checked once all rows are written. */
export async function insertOrder(
  tx: Transaction,
  order: OrderRow,
  items: readonly OrderItemRow[],
  secrets: OrderSecrets,
  buyer: Buyer,
  also: readonly Sql[] = [],
): Promise<void> {
  await writeTogether(tx, [
    orderWrite(tx, order, secrets, buyer),
    itemsWrite(tx, order.id, items),
    ...also,
  ]);
}

function orderWrite(tx: Transaction, order: OrderRow, secrets: OrderSecrets, buyer: Buyer): Sql {
  return sql`
      insert into shop.orders (store_id, id, order_number, key_hash, email, currency, subtotal_minor, discount_minor,
        shipping_minor, tax_minor, tax_basis_points, tax_included_minor, shipping_tax_minor, price_trace, total_minor, discount_id, discount_code, vat_id, shipping_rate_id, shipping_method, pickup,
        deliver_from, deliver_to, shipping_address, billing_address, note, created_at, expires_at, held_by_address, held_by_user, placed_address, placed_network, mail_callers, host, is_express, placed_by, language, customer_id)
      values (${tx.storeId}, ${order.id}, ${order.order_number}, ${secrets.keyHash}, ${order.email}, ${order.currency},
        ${order.subtotal_minor}, ${order.discount_minor}, ${order.shipping_minor}, ${order.tax_minor}, ${order.tax_basis_points},
        ${order.tax_included_minor}, ${order.shipping_tax_minor}, ${json(order.price_trace)}, ${order.total_minor},
        ${order.discount_id}, ${order.discount_code}, ${order.vat_id}, ${secrets.shippingRateId}, ${order.shipping_method}, ${json(order.pickup)},
        ${order.deliver_from}::date, ${order.deliver_to}::date, ${json(order.shipping_address)},
        ${json(order.billing_address)}, ${order.note}, ${order.created_at}, ${order.expires_at}, ${secrets.heldBy?.address}, ${secrets.heldBy?.userId},
        ${secrets.heldBy?.address}, ${secrets.heldBy?.network}, ${secrets.mailCallers},
        ${secrets.host}, ${order.is_express}, ${buyer.userId}, ${order.language}, ${customerOf(order, buyer)})`;
}

function customerOf(order: OrderRow, { userId, name, customerId = null }: Buyer): Sql {
  const found = sql`door.customer_for_order(${newId()}, ${userId}, ${order.email}, ${name}, ${order.created_at})`;
  if (customerId === null) return found;
  return sql`coalesce(door.customer_with_email(${customerId}, ${order.email}), ${found})`;
}

function itemsWrite(tx: Transaction, orderId: string, items: readonly OrderItemRow[]): Sql {
  const rows = items.map((item, position) => Object.assign({ position }, item));
  return sql`
    insert into shop.order_items (store_id, order_id, id, product_id, variant_id, link, name, variant_name, color, size, sku,
      image, quantity, price_minor, discount_minor, tax_minor, tax_included_minor, total_minor, position)
    select ${tx.storeId}, ${orderId}, i.* from jsonb_to_recordset(${JSON.stringify(rows)}) as i(id uuid,
      product_id uuid, variant_id uuid, link text, name text, variant_name text, color text, size text, sku text,
      image text, quantity int, price_minor int, discount_minor bigint, tax_minor bigint, tax_included_minor bigint, total_minor bigint,
      position int)`;
}

function json(value: unknown): string | null {
  return value === null ? null : JSON.stringify(value);
}

/** Whether an order could not be written because the store has changed its currency since the order was priced. */
export function isInOldCurrency(error: unknown): boolean {
  return isSqlState(error, "foreignKeyViolation") && constraintOf(error) === "orders_in_currency";
}
