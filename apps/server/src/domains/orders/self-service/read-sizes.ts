import { maximumToBuy } from "@vetrina/commerce/products/stock-label";
import { maxItemSizes, type ItemSize } from "@vetrina/contract/orders/order-self-service";
import type { Transaction } from "../../../platform/context.ts";
import { sql } from "../../../platform/database/sql.ts";
import { notFound } from "../../../platform/errors.ts";
import { readItems } from "../../order-records/order-rows.ts";
import type { OrderItemRow } from "../../order-records/present-order.ts";

/** The item's variant, or a variant that differs from it only in size. */
export type SizeRow = {
  variantId: string;
  name: string;
  sku: string | null;
  size: string;
  image: string | null;
  isSamePrice: boolean;
  stock: number;
  backorderLimit: number;
};

export type ItemWithSizes = {
  item: OrderItemRow;
  sizes: readonly SizeRow[];
  /** The variants of the order's items. */
  inOrder: ReadonlySet<string>;
};

/**
 * Reads an item of an order and the sizes of its published product. A size has the same price if its current price and
 * regular price equal those of the item's own size, regardless of the price paid. Throws NOT_FOUND.
 */
export async function readSizes(
  tx: Transaction,
  orderId: string,
  itemId: string,
): Promise<ItemWithSizes> {
  const items = await readItems(tx, orderId);
  const item = items.find(({ id }) => id === itemId);
  if (item === undefined) throw notFound("item");
  const sizes = await tx.rows<SizeRow>(sql`
    select v.id as "variantId", v.name, v.sku, v.options ->> p.size_option as size, v.stock, v.backorder_limit as "backorderLimit",
      (v.price_minor, v.regular_price_minor) is not distinct from (own.price_minor, own.regular_price_minor) as "isSamePrice", (
        select '/media/' || i.key || '/640.webp' from catalogue.images i
        where i.store_id = v.store_id and i.product_id = v.product_id
          and (i.color is null or exists (select from jsonb_each_text(v.options) o where lower(o.value) = lower(i.color)))
        order by i.color is null, i.position limit 1) as image
    from catalogue.variants own
    join catalogue.products p on p.store_id = own.store_id and p.id = own.product_id and p.size_option is not null
    join catalogue.variants v on v.store_id = own.store_id and v.product_id = own.product_id
      and v.options - p.size_option = own.options - p.size_option and v.options ->> p.size_option is not null
    where own.store_id = ${tx.storeId} and own.id = ${item.variant_id}
    order by v.position, v.id limit ${maxItemSizes}`);
  return { item, sizes, inOrder: new Set(items.map((one) => one.variant_id)) };
}

/** Returns whether the item can be changed to the size, or why not. */
export function stateOfSize({ item, inOrder }: ItemWithSizes, size: SizeRow): ItemSize["state"] {
  if (size.variantId !== item.variant_id && inOrder.has(size.variantId)) return "IN_ORDER";
  if (!size.isSamePrice) return "OTHER_PRICE";
  return maximumToBuy(size.stock, size.backorderLimit) < item.quantity ? "SOLD_OUT" : "AVAILABLE";
}
