import { maximumToBuy } from "@vetrina/commerce/products/stock-label";
import type { orderSelfService } from "@vetrina/contract/orders/order-self-service";
import { audit } from "../../../platform/audit.ts";
import type { Context, Transaction } from "../../../platform/context.ts";
import { invalidField } from "../../../platform/errors.ts";
import type { Handler } from "../../../platform/http/routes.ts";
import { requireStock } from "../../inventory/hold-stock.ts";
import { swapUnits } from "../../inventory/swap-units.ts";
import { writeVariant } from "../../order-records/change-item.ts";
import { enqueueChangedByBuyer } from "../../order-records/mails.ts";
import { readItems } from "../../order-records/order-rows.ts";
import type { OrderItemRow, OrderRow } from "../../order-records/present-order.ts";
import { recordEvent } from "../../order-records/record-event.ts";
import { orderTurn } from "../../order-records/in-order-turn.ts";
import { readOrderDetails } from "../read-order-details.ts";
import { readSizes, type SizeRow, stateOfSize } from "./read-sizes.ts";
import { lockChangeable, notChangeable } from "./require-changeable.ts";

/**
 * Changes the size of an item at the same price: takes units of the new size and returns those of the old one. Throws
 * OUT_OF_STOCK, or INVALID_TRANSITION if picking has started, the new size has a different price, the item was
 * refunded, or the order already has the new size in another item.
 */
export const changeItemSize: Handler<typeof orderSelfService.changeItemSize> = async (
  ctx,
  { id, itemId, body: { variantId } },
) => {
  const items = await ctx.tx((tx) => readItems(tx, id));
  const before = items.find((item) => item.id === itemId)?.variant_id ?? itemId;
  const turn = orderTurn(ctx, [before, variantId.toLowerCase()]);
  return ctx.tx(async (tx) => {
    const order = await lockChangeable(tx, ctx, id);
    const read = await readSizes(tx, id, itemId);
    const size = read.sizes.find((one) => one.variantId === variantId.toLowerCase());
    if (size === undefined)
      throw invalidField("variantId", "Choose another size of the same product and color.");
    const { item } = read;
    if (size.variantId !== item.variant_id) {
      requireFit(order, item, stateOfSize(read, size));
      await change(tx, ctx, order, item, size);
    }
    return readOrderDetails(tx, ctx, id);
  }, turn);
};

function requireFit(
  order: OrderRow,
  item: OrderItemRow,
  state: ReturnType<typeof stateOfSize>,
): void {
  if (item.refunded_quantity > 0)
    throw notChangeable(
      order,
      "REFUNDED",
      "This item was refunded, fully or in part, so its size can't be changed. Contact the store.",
    );
  if (state === "OTHER_PRICE")
    throw notChangeable(
      order,
      "OTHER_PRICE",
      "This size has a different price. Cancel the order and place it again, or contact the store.",
    );
  if (state === "IN_ORDER")
    throw notChangeable(
      order,
      "IN_ORDER",
      "Another item of the order already has this size. Contact the store to combine them.",
    );
}

async function change(
  tx: Transaction,
  ctx: Context,
  order: OrderRow,
  item: OrderItemRow,
  size: SizeRow,
): Promise<void> {
  const units = {
    variantId: size.variantId,
    name: item.name,
    variantName: size.name,
    quantity: item.quantity,
    maxQuantity: maximumToBuy(size.stock, size.backorderLimit),
  };
  requireStock([units]);
  const isTest = order.payment_environment === "TEST";
  await swapUnits(tx, { id: order.id, isTest }, item.variant_id, units);
  await writeVariant(tx, order.id, item.id, {
    variant_id: size.variantId,
    variant_name: size.name,
    color: item.color,
    size: size.size,
    sku: size.sku,
    image: size.image ?? item.image,
  });
  const from = { variantId: item.variant_id, size: item.size };
  const to = { variantId: size.variantId, size: size.size };
  await recordEvent(tx, ctx, order.id, {
    kind: "lines-changed",
    data: { itemId: item.id, quantity: item.quantity, from, to },
  });
  await audit(tx, ctx, {
    action: "UPDATE",
    entityType: "order",
    entityId: order.id,
    before: { itemId: item.id, ...from },
    after: { itemId: item.id, ...to },
  });
  await enqueueChangedByBuyer(tx, order, { items: { [item.id]: item.variant_name } });
}
