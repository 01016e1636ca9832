import {
  type FulfillmentState,
  type DisputeState,
  orderPaymentStatus,
  orderStatus,
  type PaymentState,
  type ReturnState,
} from "@vetrina/commerce/orders/order-states";
import { toMajor } from "@vetrina/commerce/money";
import type { Address } from "@vetrina/contract/common";
import type { LanguageCode, PaymentEnv } from "@vetrina/contract/enumerations";
import type { Order, OrderItem, OrderWithItems } from "@vetrina/contract/orders/orders";
import { type KeptStep, presentTrace } from "../pricing/present-trace.ts";

/** A row of shop.orders. */
export type OrderRow = {
  store_id: string;
  id: string;
  order_number: string;
  email: string | null;
  /** Whether the order belongs to a customer. False in a row that isn't inserted yet. */
  has_customer: boolean;
  currency: string;
  subtotal_minor: number;
  discount_minor: number;
  shipping_minor: number;
  tax_minor: number;
  /** The single tax rate of an order that was placed before price_trace stored each rate. */
  tax_basis_points: number | null;
  tax_included_minor: number;
  shipping_tax_minor: number;
  /** null for orders placed before the trace was stored. */
  price_trace: KeptStep[] | null;
  total_minor: number;
  discount_id: string | null;
  discount_code: string | null;
  vat_id: string | null;
  /** Whether the buyer chooses email and address in the payment provider's wallet. */
  is_express: boolean;
  shipping_method: string | null;
  /** Where the order is picked up; null if it is shipped. */
  pickup: Order["pickup"];
  deliver_from: string | null;
  deliver_to: string | null;
  shipping_address: Address | null;
  billing_address: Address | null;
  note: string | null;
  payment_state: PaymentState;
  fulfillment_state: FulfillmentState;
  return_state: ReturnState;
  payment_name: string | null;
  payment_environment: PaymentEnv | null;
  cancelled_at: Date | null;
  paid_at: Date | null;
  delivered_at: Date | null;
  completed_at: Date | null;
  expires_at: Date | null;
  /** The total amount captured. */
  paid_minor: number;
  /** The total amount refunded or being refunded, at most paid_minor. */
  refunded_minor: number;
  /** The amount due for the open change, and its deadline; 0 and null if there is no open change. */
  change_due_minor: number;
  change_expires_at: Date | null;
  dispute_state: DisputeState;
  /** disputed_minor: the amount in open and lost disputes together. lost_minor: the amount in lost disputes. */
  disputed_minor: number;
  lost_minor: number;
  /** The amount paid beyond the order's price that isn't refunded, because lost disputes have already returned it. */
  withheld_minor: number;
  tags: string[];
  /** The language of the order's emails and documents; null: the store's language. */
  language: LanguageCode | null;
  invoiced_at: Date | null;
  /** The version of the order's key. Incremented when the order's links are revoked. */
  link_version: number;
  version: number;
  created_at: Date;
  deleted_at: Date | null;
};

/** A row of shop.order_items. */
export type OrderItemRow = {
  id: string;
  product_id: string;
  variant_id: string;
  link: string;
  name: string;
  variant_name: string;
  color: string | null;
  size: string | null;
  sku: string | null;
  image: string | null;
  quantity: number;
  price_minor: number;
  /** The item's share of the order's discount. */
  discount_minor: number;
  /** The item's share of the added tax. */
  tax_minor: number;
  /** The item's share of the tax that prices include. */
  tax_included_minor: number;
  /** The unit price times the quantity. */
  total_minor: number;
  fulfilled_quantity: number;
  returned_quantity: number;
  refunded_quantity: number;
  refunded_minor: number;
};

/** An order in a list. Omits columns that lists don't show, above all the price trace, which is large. */
export type ListedOrder = Omit<OrderRow, "price_trace" | "is_express" | "link_version">;

export function statusOf(
  row: Pick<OrderRow, "payment_state" | "fulfillment_state" | "cancelled_at" | "completed_at">,
): Order["status"] {
  return orderStatus({
    paymentState: row.payment_state,
    fulfillmentState: row.fulfillment_state,
    cancelledAt: row.cancelled_at,
    completedAt: row.completed_at,
  });
}

const fulfillmentNames = {
  unfulfilled: "UNFULFILLED",
  partial: "PARTIAL",
  fulfilled: "FULFILLED",
  delivered: "DELIVERED",
} as const satisfies Record<FulfillmentState, Order["fulfillmentState"]>;

const returnNames = {
  none: "NONE",
  requested: "REQUESTED",
  partial: "PARTIAL",
  returned: "RETURNED",
} as const satisfies Record<ReturnState, Order["returnState"]>;

/** Returns the fulfillment and return states, and when the order was paid, delivered, completed or canceled. */
export function presentStates(
  row: Pick<
    OrderRow,
    | ("fulfillment_state" | "return_state" | "paid_at" | "delivered_at")
    | ("completed_at" | "cancelled_at")
  >,
) {
  return {
    fulfillmentState: fulfillmentNames[row.fulfillment_state],
    returnState: returnNames[row.return_state],
    paidAt: row.paid_at?.toISOString() ?? null,
    deliveredAt: row.delivered_at?.toISOString() ?? null,
    completedAt: row.completed_at?.toISOString() ?? null,
    canceledAt: row.cancelled_at?.toISOString() ?? null,
  };
}

export function paymentStateOf(
  row: Pick<OrderRow, "payment_state" | "dispute_state">,
): Order["paymentState"] {
  if (row.payment_state === "processing") return "PROCESSING";
  return orderPaymentStatus(row.payment_state, row.dispute_state);
}

type SumColumns = Pick<
  OrderRow,
  | ("subtotal_minor" | "discount_minor" | "shipping_minor" | "shipping_method")
  | ("tax_minor" | "tax_included_minor" | "total_minor")
>;

/** Returns the amounts that make up an order's total. */
export function presentSums(row: SumColumns, currency: string) {
  const major = (minor: number) => toMajor(minor, currency);
  return {
    subtotal: major(row.subtotal_minor),
    discount: major(row.discount_minor),
    shipping: major(row.shipping_minor),
    shippingMethod: row.shipping_method,
    tax: major(row.tax_minor),
    taxIncluded: major(row.tax_included_minor),
    total: major(row.total_minor),
  };
}

export function presentOrder(row: ListedOrder): Order {
  const major = (minor: number) => toMajor(minor, row.currency);
  return {
    id: row.id,
    storeId: row.store_id,
    orderNumber: row.order_number,
    status: statusOf(row),
    paymentState: paymentStateOf(row),
    ...presentStates(row),
    customer: { email: row.email },
    date: row.created_at.toISOString(),
    createdAt: row.created_at.toISOString(),
    environment: row.payment_environment,
    expiresAt: row.expires_at?.toISOString() ?? null,
    currency: row.currency,
    ...presentSums(row, row.currency),
    discountCode: row.discount_code,
    vatId: row.vat_id,
    delivery:
      row.deliver_from === null || row.deliver_to === null
        ? null
        : { from: row.deliver_from, to: row.deliver_to },
    pickup: row.pickup,
    paid: major(row.paid_minor),
    refunded: major(row.refunded_minor),
    lost: major(row.lost_minor),
    openChange:
      row.change_expires_at === null
        ? null
        : { due: major(row.change_due_minor), expiresAt: row.change_expires_at.toISOString() },
    shippingAddress: row.shipping_address,
    billingAddress: row.billing_address,
    payment: row.payment_name,
    note: row.note,
    version: row.version,
  };
}

/** Returns an order with the fields that only staff see. */
export function presentForStaff(row: ListedOrder): Order {
  return { ...presentOrder(row), tags: row.tags, deletedAt: row.deleted_at?.toISOString() ?? null };
}

export function presentOrderWithItems(
  row: OrderRow,
  items: readonly OrderItemRow[],
): OrderWithItems {
  return {
    ...presentOrder(row),
    items: items.map((item) => presentItem(item, row.currency)),
    trace: presentTrace(row.price_trace ?? [], row.currency),
  };
}

export function presentItem(row: OrderItemRow, currency: string): OrderItem {
  return {
    id: row.id,
    productId: row.product_id,
    variantId: row.variant_id,
    link: row.link,
    name: row.name,
    variantName: row.variant_name,
    color: row.color,
    size: row.size,
    sku: row.sku,
    image: row.image,
    quantity: row.quantity,
    fulfilledQuantity: row.fulfilled_quantity,
    returnedQuantity: row.returned_quantity,
    refundedQuantity: row.refunded_quantity,
    price: toMajor(row.price_minor, currency),
    total: toMajor(row.total_minor, currency),
  };
}
