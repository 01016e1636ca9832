import { unpaidHoldMinutes } from "@vetrina/commerce/constants";
import { deliveryWindow } from "@vetrina/commerce/shipping/shipping";
import type { LanguageCode } from "@vetrina/contract/enumerations";
import type { CreateOrder } from "@vetrina/contract/orders/orders";
import { newId } from "../../platform/id.ts";
import type { StoreRef } from "../../platform/store-directory.ts";
import { readyOn } from "../pricing/backorder.ts";
import { newOrderNumber } from "../order-records/order-number.ts";
import type { OrderItemRow, OrderRow } from "../order-records/present-order.ts";
import { keptSteps } from "../pricing/present-trace.ts";
import type { PricedOrder } from "../pricing/price-order.ts";
import type { Line } from "../pricing/read-lines.ts";
import type { Rate } from "../shipping/rate-rows.ts";

/** Builds the rows of a new order from the priced cart and the shopper's input. */
export function newOrder(
  store: StoreRef,
  orderId: string,
  priced: PricedOrder,
  body: CreateOrder & { language?: LanguageCode | undefined },
  now: Date,
): { order: OrderRow; items: OrderItemRow[] } {
  const { totals, rate, code } = priced;
  const window =
    rate === null ? null : deliveryWindow(now, rate, store, readyOn(priced.lines, now));
  const order: OrderRow = {
    store_id: store.id,
    id: orderId,
    order_number: newOrderNumber(),
    email: body.email?.toLowerCase() ?? null,
    has_customer: false,
    currency: store.currency,
    subtotal_minor: totals.subtotal,
    discount_minor: totals.discount,
    shipping_minor: totals.shipping,
    tax_minor: totals.tax,
    tax_basis_points: null,
    tax_included_minor: totals.taxIncluded,
    shipping_tax_minor: totals.shippingTax,
    price_trace: keptSteps(totals.trace),
    total_minor: totals.total,
    discount_id: code?.discount?.id ?? null,
    discount_code: code?.code ?? null,
    vat_id: priced.vatId?.vatId ?? null,
    is_express: body.express !== undefined,
    shipping_method: rate?.name ?? null,
    pickup: pickupOf(rate),
    deliver_from: window?.from ?? null,
    deliver_to: window?.to ?? null,
    shipping_address: body.shippingAddress ?? null,
    billing_address: body.billingAddress ?? body.shippingAddress ?? null,
    note: body.note ?? null,
    payment_state: "created",
    fulfillment_state: "unfulfilled",
    return_state: "none",
    payment_name: null,
    payment_environment: null,
    cancelled_at: null,
    paid_at: null,
    delivered_at: null,
    completed_at: null,
    expires_at: new Date(now.getTime() + unpaidHoldMinutes * 60_000),
    paid_minor: 0,
    refunded_minor: 0,
    change_due_minor: 0,
    change_expires_at: null,
    dispute_state: "none",
    disputed_minor: 0,
    lost_minor: 0,
    withheld_minor: 0,
    tags: [],
    language: body.language ?? null,
    invoiced_at: null,
    link_version: 1,
    version: 1,
    created_at: now,
    deleted_at: null,
  };
  return { order, items: priced.lines.map((line, i) => newItem(line, i, priced)) };
}

/** Returns the pickup location that the order's pages and emails show; null if the order is shipped. */
function pickupOf(rate: Rate | null): OrderRow["pickup"] {
  if (rate?.pickup == null) return null;
  const { locationName, address } = rate.pickup;
  return { locationName, address };
}

function newItem(line: Line, i: number, { totals }: PricedOrder): OrderItemRow {
  return {
    id: newId(),
    product_id: line.productId,
    variant_id: line.variantId,
    link: line.link,
    name: line.name,
    variant_name: line.variantName,
    color: line.color,
    size: line.size,
    sku: line.sku,
    image: line.image,
    quantity: line.quantity,
    price_minor: totals.lines[i]?.unitPrice ?? 0,
    discount_minor: totals.lines[i]?.discount ?? 0,
    tax_minor: totals.lines[i]?.tax ?? 0,
    tax_included_minor: totals.lines[i]?.taxIncluded ?? 0,
    total_minor: totals.lines[i]?.total ?? 0,
    fulfilled_quantity: 0,
    returned_quantity: 0,
    refunded_quantity: 0,
    refunded_minor: 0,
  };
}
