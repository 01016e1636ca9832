import type { Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { settleFulfillment } from "./fulfillment.ts";
import { gift } from "./order-money.ts";

/** The refunded units of a line, and the money refunded for them in minor units. */
export type RefundedItem = { itemId: string; quantity: number; amountMinor: number };

/**
 * Reserves an amount of the order for a refund. If less is left, changes nothing and returns false. The caller holds
 * the order's lock.
 */
export async function claimFromOrder(
  tx: Transaction,
  orderId: string,
  amountMinor: number,
): Promise<boolean> {
  const claimed = await tx.run(sql`
    update shop.orders set refunded_minor = refunded_minor + ${amountMinor}, version = version + 1, updated_at = now()
    where store_id = ${tx.storeId} and id = ${orderId} and refunded_minor + disputed_minor + ${amountMinor} <= paid_minor`);
  return claimed > 0;
}

/**
 * Reserves units of the order's lines for a refund. False if a line has fewer units left; the caller then rolls back.
 */
export async function claimItems(
  tx: Transaction,
  orderId: string,
  items: readonly RefundedItem[],
): Promise<boolean> {
  if (items.length === 0) return true;
  const claimed = (await addToItems(tx, orderId, items)) === items.length;
  // The refunded units no longer have to be shipped.
  if (claimed) await settleFulfillment(tx, orderId);
  return claimed;
}

/** Makes the amount of a failed part of a refund available for refunds again. */
export async function giveBackToOrder(
  tx: Transaction,
  orderId: string,
  amountMinor: number,
): Promise<void> {
  await tx.run(sql`
    update shop.orders set refunded_minor = refunded_minor - ${amountMinor}, version = version + 1, updated_at = now()
    where store_id = ${tx.storeId} and id = ${orderId}`);
}

/** Makes the units of a failed refund available for refunds again. */
export async function giveBackItems(
  tx: Transaction,
  orderId: string,
  items: readonly RefundedItem[],
): Promise<void> {
  const back = items.map(({ itemId, quantity, amountMinor }) => ({
    itemId,
    quantity: -quantity,
    amountMinor: -amountMinor,
  }));
  await addToItems(tx, orderId, back);
  if (back.length > 0) await settleFulfillment(tx, orderId);
}

/**
 * Marks a fully paid order as refunded if everything was refunded. Otherwise changes nothing. A gift is refunded only
 * with all of its units, or if it is canceled.
 */
export async function markRefunded(tx: Transaction, orderId: string): Promise<void> {
  await tx.run(sql`
    update shop.orders set payment_state = 'refunded', updated_at = now()
    where store_id = ${tx.storeId} and id = ${orderId} and payment_state = 'completed'
      and refunded_minor = paid_minor
      and (cancelled_at is not null or not ${gift} or not exists (select from shop.order_items i
        where i.store_id = ${tx.storeId} and i.order_id = ${orderId} and i.refunded_quantity < i.quantity))
      and not exists (select from shop.refund_payments r where r.store_id = ${tx.storeId} and r.order_id = ${orderId}
        and r.state in ('pending', 'processing'))`);
}

function addToItems(
  tx: Transaction,
  orderId: string,
  items: readonly RefundedItem[],
): Promise<number> {
  return tx.run(sql`
    update shop.order_items i
    set refunded_quantity = i.refunded_quantity + r.quantity, refunded_minor = i.refunded_minor + r."amountMinor"
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as r ("itemId" uuid, quantity int, "amountMinor" bigint)
    where i.store_id = ${tx.storeId} and i.order_id = ${orderId} and i.id = r."itemId"
      and i.refunded_quantity + r.quantity between 0 and i.quantity`);
}
