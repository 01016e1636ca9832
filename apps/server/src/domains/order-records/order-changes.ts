import type { Context, Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { unholdUnits, unsellUnits } from "../inventory/change-order-units.ts";
import { holdStock, releaseStock, sellHeldStock } from "../inventory/hold-stock.ts";
import { lockLevelsOf } from "../inventory/levels.ts";
import { readShippedUnits, settleFulfillment } from "./fulfillment.ts";
import { type ChangeToCredit, noteInvoicedChange } from "./invoiced-change.ts";
import { enqueueOrderChanged } from "./mails.ts";
import {
  type Addresses,
  type ChangedColumns,
  isOutdatedExchange,
  type OpenChange,
  readOpenChange,
} from "./open-change.ts";
import { readItems } from "./order-rows.ts";
import type { OrderItemRow, OrderRow } from "./present-order.ts";
import { recordEvent } from "./record-event.ts";

/**
 * "sold": the order's units are sold. "held": the order only holds them. "released": a test order has released them.
 */
type Stock = "sold" | "held" | "released";

/**
 * Stores a change until its difference is paid, and holds the units that it adds. The order's lines stay unchanged. The
 * caller holds the order's lock.
 */
export async function openChange(
  tx: Transaction,
  order: OrderRow,
  { plan, addresses, reason }: OpenChange,
  { dueMinor, expiresAt }: { dueMinor: number; expiresAt: Date },
): Promise<void> {
  if (plan.added.length > 0) await holdStock(tx, order.id, plan.added);
  await tx.run(sql`
    insert into shop.order_changes (store_id, order_id, plan, shipping_address, billing_address, reason)
    values (${tx.storeId}, ${order.id}, ${JSON.stringify(plan)}, ${jsonOf(addresses.shipping)}, ${jsonOf(addresses.billing)},
      ${reason})`);
  await tx.run(sql`
    update shop.orders set change_due_minor = ${dueMinor}, change_expires_at = ${expiresAt}, version = version + 1, updated_at = now()
    where store_id = ${tx.storeId} and id = ${order.id}`);
}

/**
 * Changes the order's lines, prices and stock now. `isHeld`: the order already holds the added units. `hasOwnNote`: the
 * change gets a credit note even without a refund. Returns what the credit note of a refund must contain. The caller
 * holds the order's lock.
 */
export async function applyChange(
  tx: Transaction,
  order: OrderRow,
  { plan, addresses }: Pick<OpenChange, "plan" | "addresses">,
  { isHeld, hasOwnNote = false }: { isHeld: boolean; hasOwnNote?: boolean },
): Promise<ChangeToCredit | null> {
  const before = { order, items: await readItems(tx, order.id) };
  const stock = await stockOf(tx, order);
  const { added, removed } = plan;
  const variants = [...added, ...removed].map(({ variantId }) => variantId);
  if (variants.length > 0) await lockLevelsOf(tx, variants);
  if (!isHeld && added.length > 0) await holdStock(tx, order.id, added);
  if (stock === "sold") {
    await sellHeldStock(tx, order.id);
    await unsellUnits(tx, order.id, removed, await readShippedUnits(tx, order.id));
  } else await unholdUnits(tx, order.id, removed);
  if (stock === "released") await releaseStock(tx, order.id, "Test order ended");
  await writeItems(tx, order.id, plan.items);
  await writeOrder(tx, order.id, plan.order, addresses);
  await tx.run(sql`select door.change_discount_uses(${order.id}, ${JSON.stringify(plan.uses)})`);
  if (order.paid_at !== null) await settleFulfillment(tx, order.id);
  const after = { order: { ...order, ...plan.order }, items: plan.items };
  return noteInvoicedChange(tx, before, after, { hasOwnNote });
}

/** Applies the open change after its difference was paid. The caller holds the order's lock. */
export async function applyOpenChange(
  tx: Transaction,
  ctx: Pick<Context, "actor" | "now">,
  order: OrderRow,
): Promise<void> {
  const change = await readOpenChange(tx, order.id);
  if (change === null) throw new Error(`order ${order.id} has no open change`);
  await closeChange(tx, order.id);
  await applyChange(tx, order, change, { isHeld: true });
  await recordEvent(tx, ctx, order.id, {
    kind: "lines-changed",
    text: change.reason ?? undefined,
    data: {
      lines: change.plan.lines,
      beforeMinor: order.total_minor,
      afterMinor: change.plan.order.total_minor,
      paidMinor: order.change_due_minor,
      currency: order.currency,
    },
  });
  await enqueueOrderChanged(tx, order, {
    state: "applied",
    dueMinor: 0,
    refundMinor: 0,
    isPaid: true,
  });
}

/**
 * Withdraws the open change: releases the units that it holds, and leaves the order's lines unchanged. The caller holds
 * the order's lock and has canceled open payments of the difference.
 */
export async function withdrawChange(
  tx: Transaction,
  ctx: Pick<Context, "actor" | "now">,
  order: OrderRow,
  reason: "withdrawn" | "expired",
): Promise<void> {
  const change = await readOpenChange(tx, order.id);
  if (change === null) return;
  const { added } = change.plan;
  if (added.length > 0) {
    await lockLevelsOf(
      tx,
      added.map(({ variantId }) => variantId),
    );
    await unholdUnits(tx, order.id, added);
  }
  await closeChange(tx, order.id);
  await recordEvent(tx, ctx, order.id, {
    kind: reason === "expired" ? "change-expired" : "change-withdrawn",
    data: { dueMinor: order.change_due_minor, currency: order.currency },
  });
}

/**
 * Expires the open change now if it is an exchange and a dispute was lost after it was made (isOutdatedExchange). The
 * caller holds the order's lock.
 */
export async function expireOutdatedExchange(
  tx: Transaction,
  { now }: Pick<Context, "now">,
  order: OrderRow,
): Promise<void> {
  if (!(await isOutdatedExchange(tx, order))) return;
  await tx.run(sql`
    update shop.orders set change_expires_at = least(change_expires_at, ${now()}), version = version + 1, updated_at = now()
    where store_id = ${tx.storeId} and id = ${order.id}`);
}

async function closeChange(tx: Transaction, orderId: string): Promise<void> {
  await tx.run(sql`
    delete from shop.order_changes where store_id = ${tx.storeId} and order_id = ${orderId}`);
  await tx.run(sql`
    update shop.orders set change_due_minor = 0, change_expires_at = null, version = version + 1, updated_at = now()
    where store_id = ${tx.storeId} and id = ${orderId}`);
}

async function stockOf(tx: Transaction, order: OrderRow): Promise<Stock> {
  if (order.paid_at === null) return "held";
  if (order.payment_environment === "LIVE") return "sold";
  const row = await tx.row<{ held: boolean }>(sql`
    select test_held_until is not null as held from shop.orders
    where store_id = ${tx.storeId} and id = ${order.id}`);
  return row?.held === true ? "held" : "released";
}

/** Replaces the order's lines. Lines that are not in the list are deleted. */
async function writeItems(
  tx: Transaction,
  orderId: string,
  items: readonly OrderItemRow[],
): Promise<void> {
  const ids = items.map(({ id }) => id);
  // Also deletes the lines of failed refunds that refer to the deleted order lines.
  await tx.run(sql`
    delete from shop.order_items
    where store_id = ${tx.storeId} and order_id = ${orderId} and not id = any(${ids}::uuid[])`);
  const rows = JSON.stringify(items.map((item, position) => Object.assign({}, item, { position })));
  const columns = sql`id uuid, product_id uuid, variant_id uuid, link text, name text, variant_name text, color text,
    size text, sku text, image text, quantity int, price_minor int, discount_minor bigint, tax_minor bigint,
    tax_included_minor bigint, total_minor bigint, position int`;
  await tx.run(sql`
    update shop.order_items i set quantity = w.quantity, discount_minor = w.discount_minor, tax_minor = w.tax_minor,
      tax_included_minor = w.tax_included_minor, total_minor = w.total_minor, position = w.position
    from jsonb_to_recordset(${rows}::jsonb) as w(${columns})
    where i.store_id = ${tx.storeId} and i.order_id = ${orderId} and i.id = w.id`);
  await tx.run(sql`
    insert into shop.order_items (store_id, order_id, id, product_id, variant_id, link, name, variant_name, color, size, sku,
      image, quantity, price_minor, discount_minor, tax_minor, tax_included_minor, total_minor, position)
    select ${tx.storeId}, ${orderId}, w.* from jsonb_to_recordset(${rows}::jsonb) as w(${columns})
    where not exists (select from shop.order_items i where i.store_id = ${tx.storeId} and i.id = w.id)`);
}

async function writeOrder(
  tx: Transaction,
  orderId: string,
  to: ChangedColumns,
  { shipping, billing }: Addresses,
): Promise<void> {
  await tx.run(sql`
    update shop.orders set subtotal_minor = ${to.subtotal_minor}, discount_minor = ${to.discount_minor},
      shipping_minor = ${to.shipping_minor}, tax_minor = ${to.tax_minor}, tax_included_minor = ${to.tax_included_minor},
      shipping_tax_minor = ${to.shipping_tax_minor}, total_minor = ${to.total_minor}, price_trace = ${jsonOf(to.price_trace)},
      shipping_rate_id = ${to.shipping_rate_id}, shipping_method = ${to.shipping_method}, pickup = ${jsonOf(to.pickup)},
      shipping_address = coalesce(${jsonOf(shipping)}, shipping_address),
      billing_address = coalesce(${jsonOf(billing)}, billing_address), version = version + 1, updated_at = now()
    where store_id = ${tx.storeId} and id = ${orderId}`);
}

function jsonOf(value: unknown): string | null {
  return value === null ? null : JSON.stringify(value);
}
