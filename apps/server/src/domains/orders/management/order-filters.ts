import { phoneDigits } from "@vetrina/commerce/addresses/phone-digits";
import { wordKey } from "@vetrina/contract/common";
import type { OrderFilters } from "@vetrina/contract/orders/order-management";
import type { Transaction } from "../../../platform/context.ts";
import { joinSql, type Sql, sql } from "../../../platform/database/sql.ts";

type Shown = NonNullable<OrderFilters["paymentState"]>;

const paymentStates: Record<Exclude<Shown, `DISPUTE${string}`>, string[]> = {
  PENDING: ["created"],
  PROCESSING: ["processing"],
  COMPLETED: ["completed"],
  FAILED: ["failed", "expired", "cancelled"],
  REFUNDED: ["refunded"],
};

/** Returns a condition for orders with this payment status, as paymentStateOf() calculates it. */
function isInPaymentState(shown: Shown): Sql {
  if (shown === "DISPUTED" || shown === "DISPUTE_RESOLVED")
    return sql`o.dispute_state = ${shown === "DISPUTED" ? "open" : "resolved"}
      and o.payment_state not in ('processing', 'refunded')`;
  const isOfPayment = shown === "PROCESSING" || shown === "REFUNDED";
  const undisputed = isOfPayment ? sql`` : sql` and o.dispute_state = 'none'`;
  return sql`o.payment_state = any(${paymentStates[shown]}::text[])${undisputed}`;
}

/** Returns the SQL condition for rows `o` of shop.orders that match all filters. */
export function matching(tx: Transaction, filters: OrderFilters): Sql {
  const conditions: Sql[] = [sql`o.store_id = ${tx.storeId}`];
  const { status, paymentState, fulfillmentState, returnState, customerId, productId } = filters;
  if (filters.includeDeleted !== true) conditions.push(sql`o.deleted_at is null`);
  if (status !== undefined) conditions.push(sql`o.status = ${status}`);
  if (paymentState !== undefined) conditions.push(isInPaymentState(paymentState));
  if (fulfillmentState !== undefined)
    conditions.push(sql`o.fulfillment_state = ${fulfillmentState.toLowerCase()}`);
  if (returnState !== undefined)
    conditions.push(sql`o.return_state = ${returnState.toLowerCase()}`);
  if (filters.startDate !== undefined)
    conditions.push(sql`o.created_at >= ${filters.startDate}::timestamptz`);
  if (filters.endDate !== undefined)
    conditions.push(sql`o.created_at < ${filters.endDate}::timestamptz`);
  if (customerId !== undefined) conditions.push(sql`o.customer_id = ${customerId}`);
  if (productId !== undefined)
    conditions.push(
      sql`o.id in (select i.order_id from shop.order_items i where i.store_id = ${tx.storeId} and i.product_id = ${productId})`,
    );
  if (filters.discountId !== undefined)
    conditions.push(
      sql`o.id in (select u.order_id from shop.discount_uses u where u.store_id = ${tx.storeId} and u.discount_ids @> array[${filters.discountId}::uuid])`,
    );
  if (filters.tag !== undefined)
    conditions.push(sql`o.id in (select door.orders_with_tag(${wordKey(filters.tag)}))`);
  if (filters.number !== undefined)
    conditions.push(sql`o.order_number = ${numberPrefix(filters.number)}`);
  if (filters.search !== undefined) conditions.push(found(filters.search));
  return joinSql(conditions, " and ");
}

function found(search: string): Sql {
  return sql`o.id in (select door.find_orders(${numberPrefix(search)}, ${search}, ${phoneDigits(search)}))`;
}

/** Formats a search text, with or without a hyphen, as the start of an order number; empty if it can't be one. */
export function numberPrefix(search: string): string {
  const letters = search.replaceAll(/[\s#-]/g, "").toUpperCase();
  if (!/^[0-9A-Z]{1,8}$/.test(letters)) return "";
  return letters.length > 4 ? `${letters.slice(0, 4)}-${letters.slice(4)}` : letters;
}
