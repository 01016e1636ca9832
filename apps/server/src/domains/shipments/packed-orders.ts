import type { Context, Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { notFound } from "../../platform/errors.ts";
import { readStoreSender } from "../../platform/mail/sender.ts";
import { drawDocument } from "../../platform/pdf/draw-document.ts";
import { itemColumns, listedColumns } from "../order-records/order-rows.ts";
import type { ListedOrder, OrderItemRow } from "../order-records/present-order.ts";
import { readShipmentsOf } from "./shipment-rows.ts";
import type { PackedOrder, SlipsContent, SlipStore } from "./slip-content.ts";

/** Reads the orders with their items and shipments, in the order of `ids`. Throws NOT_FOUND if one is missing. */
export async function readPackedOrders(
  tx: Transaction,
  ids: readonly string[],
): Promise<PackedOrder[]> {
  const orders = await tx.rows<ListedOrder>(sql`
    select ${listedColumns} from shop.orders
    where store_id = ${tx.storeId} and id = any(${ids}::uuid[]) and deleted_at is null`);
  const items = Map.groupBy(
    await tx.rows<OrderItemRow & { order_id: string }>(sql`
      select order_id, ${itemColumns} from shop.order_items
      where store_id = ${tx.storeId} and order_id = any(${ids}::uuid[]) order by order_id, position`),
    ({ order_id: orderId }) => orderId,
  );
  const shipments = Map.groupBy(await readShipmentsOf(tx, ids), ({ orderId }) => orderId);
  return [...new Set(ids)].map((id) => {
    const order = orders.find((one) => one.id === id);
    if (order === undefined) throw notFound("order");
    return { order, items: items.get(id) ?? [], shipments: shipments.get(id) ?? [] };
  });
}

/** Reads the store's data that a slip shows. */
export async function readSlipStore(ctx: Context): Promise<SlipStore> {
  const sender = await readStoreSender(ctx.services, ctx.store.id);
  if (sender === null) throw notFound("store");
  return { ...ctx.store, contact: sender.contact };
}

/** Returns the slips as a PDF, cached by their content. Throws SERVER_BUSY if too many documents are waiting. */
export async function drawPackingSlips(ctx: Context, content: SlipsContent): Promise<Uint8Array> {
  const { bytes } = await drawDocument({
    module: new URL("./draw-slips.ts", import.meta.url),
    name: "drawSlips",
    content,
    madeAt: ctx.now(),
    asked: ctx,
    isLong: true,
  });
  return bytes;
}
