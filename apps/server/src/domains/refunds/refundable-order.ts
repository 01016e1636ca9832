import type { RefundableOrder } from "@vetrina/commerce/orders/refunds";
import type { Transaction } from "../../platform/context.ts";
import { refundableOf } from "../order-records/order-money.ts";
import type { OrderItemRow, OrderRow } from "../order-records/present-order.ts";
import { type LineTaken, readLinesTaken, readShippingTaken } from "./refund-rows.ts";

/** Returns the order with the amounts and units already refunded. The caller holds the order's lock. */
export async function refundableOrder(
  tx: Transaction,
  order: OrderRow,
  items: readonly OrderItemRow[],
): Promise<RefundableOrder> {
  const taken = new Map(
    (await readLinesTaken(tx, order.id)).map((line) => [line.order_item_id, line]),
  );
  // Added tax that isn't on any line is the tax on shipping.
  const shippingTax = items.reduce((left, item) => left - item.tax_minor, order.tax_minor);
  return {
    // Limits the refund to refundableOf(), which leaves out disputed money: the limit is paidMinor minus refundedMinor.
    paidMinor: refundableOf(order) + order.refunded_minor,
    refundedMinor: order.refunded_minor,
    lines: items.map((item) => ({
      id: item.id,
      quantity: item.quantity,
      amountMinor: item.total_minor - item.discount_minor + item.tax_minor,
      taxMinor: item.tax_minor,
      taxIncludedMinor: item.tax_included_minor,
      refunded: refundedOf(taken.get(item.id)),
    })),
    shipping: {
      amountMinor: order.shipping_minor + Math.max(0, shippingTax),
      taxMinor: order.shipping_tax_minor,
    },
    shippingRefunded: await readShippingTaken(tx, order.id),
  };
}

function refundedOf(taken: LineTaken | undefined): RefundableOrder["lines"][number]["refunded"] {
  return {
    quantity: taken?.quantity ?? 0,
    shareMinor: taken?.share_minor ?? 0,
    amountMinor: taken?.amount_minor ?? 0,
    taxMinor: taken?.tax_minor ?? 0,
    taxIncludedMinor: taken?.tax_included_minor ?? 0,
  };
}
