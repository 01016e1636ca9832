import type { Address } from "@vetrina/contract/common";
import type { Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { newId } from "../../platform/id.ts";
import type { PricedOrder } from "./price-order.ts";
import type { Line } from "./read-lines.ts";

export type NewOrder = {
  id: string;
  orderNumber: string;
  keyHash: Buffer;
  email: string | null;
  currency: string;
  delivery: { from: string; to: string } | null;
  shippingAddress: Address | null;
  billingAddress: Address | null;
  note: string | null;
  createdAt: Date;
  expiresAt: Date;
};

/** The order with its lines, in one statement: foreign keys are looked at when it ends. */
export async function insertOrder(
  tx: Transaction,
  order: NewOrder,
  priced: PricedOrder,
): Promise<void> {
  const { totals, rate, discount } = priced;
  await tx.run(sql`
    with made as (
      insert into shop.orders (store_id, id, order_number, key_hash, email, currency, subtotal_minor, discount_minor,
        shipping_minor, tax_minor, total_minor, discount_id, discount_code, shipping_rate_id, shipping_method,
        deliver_from, deliver_to, shipping_address, billing_address, note, created_at, expires_at)
      values (${tx.storeId}, ${order.id}, ${order.orderNumber}, ${order.keyHash}, ${order.email}, ${order.currency},
        ${totals.subtotal}, ${totals.discount}, ${totals.shipping}, ${totals.tax}, ${totals.total}, ${discount?.id ?? null},
        ${discount?.code ?? null}, ${rate?.id ?? null}, ${rate?.name ?? null}, ${order.delivery?.from ?? null}::date,
        ${order.delivery?.to ?? null}::date, ${json(order.shippingAddress)}, ${json(order.billingAddress)}, ${order.note},
        ${order.createdAt}, ${order.expiresAt})
    )
    insert into shop.order_items (store_id, order_id, id, product_id, variant_id, link, name, variant_name, color, size, sku,
      image, quantity, price_minor, discount_minor, tax_minor, total_minor, position)
    select ${tx.storeId}, ${order.id}, i.* from jsonb_to_recordset(${JSON.stringify(itemsOf(priced))}) as i(id uuid,
      product_id uuid, variant_id uuid, link text, name text, variant_name text, color text, size text, sku text,
      image text, quantity int, price_minor int, discount_minor int, tax_minor int, total_minor int, position int)`);
}

function itemsOf({ lines, totals }: PricedOrder) {
  return lines.map((line, position) => ({
    id: newId(),
    product_id: line.productId,
    variant_id: line.variantId,
    link: line.link,
    name: line.name,
    variant_name: line.variantName,
    color: optionOf(line, /^colou?r$/i),
    size: optionOf(line, /^size$/i),
    sku: line.sku,
    image: line.image,
    quantity: line.quantity,
    price_minor: line.priceMinor,
    discount_minor: totals.lineDiscounts[position] ?? 0,
    tax_minor: totals.lineTaxes[position] ?? 0,
    total_minor: totals.lineTotals[position] ?? 0,
    position,
  }));
}

function optionOf(line: Line, name: RegExp): string | null {
  return Object.entries(line.options).find(([key]) => name.test(key))?.[1] ?? null;
}

function json(value: unknown): string | null {
  return value === null ? null : JSON.stringify(value);
}
