import {
  type ChangedRow,
  type InvoicedChange,
  invoicedDifference,
  joinChanges,
} from "@vetrina/commerce/orders/invoiced-changes";
import type { Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { invoicedOf } from "./invoiced.ts";
import type { OrderItemRow, OrderRow } from "./present-order.ts";

type Charged = { order: OrderRow; items: readonly OrderItemRow[] };

/** What a change to a paid order means for the credit note of the change's refund. */
export type ChangeToCredit = {
  /**
   * Whether the refund needs a credit note. It needs none if the money is in no invoice, if the first invoice will
   * already contain the change, or if the change has its own credit note.
   */
  isInvoiced: boolean;
  /** The change that the refund's credit note shows; null: it shows only the amount. */
  change: InvoicedChange | null;
};

/**
 * Prepares the documents of a change: stores a price increase for a further invoice, and returns a decrease for the
 * credit note of its refund. With `hasOwnNote`, stores a decrease too, for a credit note that is issued without a
 * refund. Returns null if the order needs no documents. The caller holds the order's lock.
 */
export async function noteInvoicedChange(
  tx: Transaction,
  before: Charged,
  after: Charged,
  { hasOwnNote }: { hasOwnNote: boolean },
): Promise<ChangeToCredit | null> {
  const { order } = before;
  if (order.paid_at === null || order.payment_environment !== "LIVE") return null;
  const kept = await readUninvoiced(tx, order.id);
  if (order.invoiced_at === null && kept === null) return { isInvoiced: false, change: null };
  const own = changeOf(before, after);
  if (hasOwnNote) {
    await writeUninvoiced(tx, order.id, kept === null ? own : joinChanges(kept, own));
    return { isInvoiced: false, change: null };
  }
  // A stored increase gets its own invoice, so a decrease is not merged into it.
  const isJoined = kept !== null && (own.totalMinor >= 0 || kept.totalMinor === 0);
  const change = isJoined ? joinChanges(kept, own) : own;
  if (own.totalMinor < 0) {
    if (isJoined) await writeUninvoiced(tx, order.id, null);
    return { isInvoiced: true, change };
  }
  const isNothing = change.amounts.parts.length === 0;
  if (isJoined || !isNothing) await writeUninvoiced(tx, order.id, isNothing ? null : change);
  return { isInvoiced: true, change: null };
}

/** Reads the change since the order's last document; null if there is none. */
export async function readUninvoiced(
  tx: Transaction,
  orderId: string,
): Promise<InvoicedChange | null> {
  const row = await tx.row<{ change: InvoicedChange | null }>(sql`
    select uninvoiced as change from shop.orders where store_id = ${tx.storeId} and id = ${orderId}`);
  return row?.change ?? null;
}

/**
 * Reads the order's invoiced amount less its credit notes, in minor units. Documents that are still to be issued count
 * too. The caller holds the order's lock.
 */
export async function readInvoicedMinor(tx: Transaction, order: OrderRow): Promise<number> {
  const row = await tx.row<{ invoiced: number | null; credited: number; open: number }>(sql`
    select sum(d.total_minor) filter (where d.kind = 'invoice')::bigint as invoiced,
      coalesce(sum(d.total_minor) filter (where d.kind = 'credit-note'), 0)::bigint as credited,
      (select coalesce(sum(case when r.state = 'completed' then r.refunded_minor else r.amount_minor end), 0)::bigint
        from shop.refunds r where r.store_id = ${tx.storeId} and r.order_id = ${order.id}
          and (r.is_credit_note_due or (r.is_invoiced and r.state in ('pending', 'processing')))) as open
    from shop.order_documents d where d.store_id = ${tx.storeId} and d.order_id = ${order.id}`);
  const { invoiced = null, credited = 0, open = 0 } = row ?? {};
  if (invoiced === null) return order.total_minor - open;
  const changed = (await readUninvoiced(tx, order.id))?.totalMinor ?? 0;
  return invoiced + changed - credited - open;
}

/**
 * Returns how much of the buyer's money is in none of the order's documents, in minor units; 0 or less if all of it is.
 * Money that a lost dispute has returned for a change doesn't count. The caller holds the order's lock.
 */
export async function readUninvoicedMinor(tx: Transaction, order: OrderRow): Promise<number> {
  const returned = order.refunded_minor + Math.min(order.withheld_minor, order.lost_minor);
  return order.paid_minor - returned - (await readInvoicedMinor(tx, order));
}

/**
 * Stores the change. A change that raises the price makes an invoice due, and a change that lowers it makes a credit
 * note due. An exchange at the same price is included in the next document.
 */
async function writeUninvoiced(
  tx: Transaction,
  orderId: string,
  change: InvoicedChange | null,
): Promise<void> {
  const isDue = change !== null && change.totalMinor !== 0;
  await tx.run(sql`
    update shop.orders set uninvoiced = ${change === null ? null : JSON.stringify(change)},
      invoiced_at = case when ${isDue} then null else coalesce(invoiced_at, now()) end, updated_at = now()
    where store_id = ${tx.storeId} and id = ${orderId}`);
}

function changeOf(before: Charged, after: Charged): InvoicedChange {
  const difference = (
    key: "subtotal_minor" | "discount_minor" | "shipping_minor" | "total_minor",
  ) => after.order[key] - before.order[key];
  return {
    amounts: invoicedDifference(
      invoicedOf(before.order, before.items),
      invoicedOf(after.order, after.items),
    ),
    rows: rowsOf(before.items, after.items),
    subtotalMinor: difference("subtotal_minor"),
    discountMinor: difference("discount_minor"),
    shippingMinor: difference("shipping_minor"),
    totalMinor: difference("total_minor"),
  };
}

function rowsOf(before: readonly OrderItemRow[], after: readonly OrderItemRow[]): ChangedRow[] {
  const added = after.filter(({ id }) => before.every((item) => item.id !== id));
  return [...before, ...added].flatMap((item) => {
    const [from, to] = [before, after].map((items) => items.find(({ id }) => id === item.id));
    const quantity = (to?.quantity ?? 0) - (from?.quantity ?? 0);
    const totalMinor = (to?.total_minor ?? 0) - (from?.total_minor ?? 0);
    if (quantity === 0 && totalMinor === 0) return [];
    const { name, variant_name: variantName, sku, price_minor: priceMinor } = item;
    return [{ name, variantName, sku, quantity, priceMinor, totalMinor }];
  });
}
