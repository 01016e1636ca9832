import { z } from "zod";
import {
  Address,
  Country,
  Email,
  Id,
  LongText,
  OptionalText,
  OrderReference,
  Text,
  Time,
} from "../common.ts";
import { endpoint } from "../endpoint.ts";
import {
  FulfillmentState,
  LanguageCode,
  OrderStatus,
  PaymentEnv,
  PaymentMethod,
  ReturnState,
  ShippingStatus,
  TransactionStatus,
} from "../enumerations.ts";
import { Amount, Currency } from "../money.ts";
import { CartLines, DeliverBy, PriceStep } from "../pricing/shipping.ts";

/**
 * The body that the product page, the checkout and the payment buttons send. Its amounts are never charged. `total` is
 * compared with the calculated total; the other amounts are ignored.
 */
export const CreateOrder = z.strictObject({
  items: CartLines,
  email: Email.optional(),
  customerHandle: z.string().max(2000).optional().meta({
    description:
      "The handle returned by findOrCreateGuest. The guest's email is used unless `email` is sent. The guest's name is used if the order creates a customer.",
  }),
  shippingAddress: Address.optional(),
  billingAddress: Address.nullish().meta({
    description: "If absent, the shipping address is used.",
  }),
  express: z.strictObject({ country: Country.optional() }).optional().meta({
    description:
      "Makes this an express order: the buyer chooses the email and address in the payment provider's wallet. `country` is the country for which the amounts were calculated. Until the order has an address, only a provider whose wallet supplies one can be used to pay.",
  }),
  shippingRateId: Id.optional(),
  discountCode: OptionalText(60).optional(),
  vatId: OptionalText(30).optional().meta({ description: "The VAT ID of the buyer's company." }),
  note: OptionalText(1000).optional(),
  subtotal: z.number().min(0).optional(),
  shipping: z.number().min(0).optional(),
  tax: z.number().min(0).optional(),
  total: z.number().min(0).optional().meta({
    description:
      "The total the shopper saw. If the actual total differs, the call fails with 409 TOTAL_CHANGED.",
  }),
  currency: z.string().max(3).optional().meta({
    description:
      "The currency of the amounts. If it isn't the store's, the call fails with 409 TOTAL_CHANGED.",
  }),
  deliverBy: DeliverBy.optional(),
  isOpen: z.boolean().optional(),
  isLoading: z.boolean().optional(),
});
export type CreateOrder = z.infer<typeof CreateOrder>;

export const OrderItem = z
  .object({
    id: Id,
    productId: Id,
    variantId: Id,
    link: z.string(),
    name: z.string(),
    variantName: z.string(),
    color: z.string().nullable(),
    size: z.string().nullable(),
    sku: z.string().nullable(),
    image: z.string().nullable(),
    quantity: z.int(),
    fulfilledQuantity: z
      .int()
      .meta({ description: "Units in shipments, including those still being packed." }),
    returnedQuantity: z.int(),
    refundedQuantity: z.int().meta({ description: "Units refunded or being refunded." }),
    price: Amount,
    total: Amount,
  })
  .meta({ id: "OrderItem" });
export type OrderItem = z.infer<typeof OrderItem>;

const PaidIn = PaymentEnv.nullable().meta({
  description:
    "The store's mode when the order was paid; null until then. TEST: no real payment was made, so shipping the order is only simulated.",
});
export const PaymentState = z.enum([
  "PENDING",
  "PROCESSING",
  "COMPLETED",
  "FAILED",
  "REFUNDED",
  "DISPUTED",
  "DISPUTE_RESOLVED",
]);

export const Order = z
  .object({
    id: Id,
    storeId: Id,
    orderNumber: z.string(),
    status: OrderStatus,
    paymentState: PaymentState,
    fulfillmentState: FulfillmentState,
    returnState: ReturnState,
    customer: z.object({ email: z.string().nullable() }),
    date: Time.meta({ description: "Same as createdAt." }),
    createdAt: Time,
    paidAt: Time.nullable(),
    deliveredAt: Time.nullable(),
    completedAt: Time.nullable(),
    canceledAt: Time.nullable(),
    environment: PaidIn,
    expiresAt: Time.nullable().meta({
      description:
        "When the held stock is released if the order isn't paid by then. The first payment attempt can extend this time. null once the order is paid or canceled.",
    }),
    currency: Currency,
    subtotal: Amount,
    discount: Amount,
    discountCode: z.string().nullable(),
    shipping: Amount,
    shippingMethod: z.string().nullable(),
    delivery: z.object({ from: z.iso.date(), to: z.iso.date() }).nullable().meta({
      description:
        "The earliest and latest day on which the order is expected to arrive, or to be ready for pickup.",
    }),
    pickup: z.object({ locationName: z.string(), address: z.string() }).nullable().meta({
      description: "Where the order is picked up; null if it is shipped.",
    }),
    tax: Amount.meta({ description: "Tax added to the other amounts; 0 if these include tax." }),
    taxIncluded: Amount.meta({ description: "Tax that the other amounts already include." }),
    total: Amount,
    paid: Amount.meta({ description: "The total amount captured." }),
    refunded: Amount.meta({
      description: "The total amount refunded, including refunds in progress.",
    }),
    lost: Amount.meta({
      description:
        "The total amount that the buyer got back through disputes. Once `refunded` and `lost` add up to `paid`, nothing can be shipped.",
    }),
    openChange: z.object({ due: Amount, expiresAt: Time }).nullable().meta({
      description: "An order change that takes effect once `due` is paid; null if there is none.",
    }),
    shippingAddress: Address.nullable(),
    billingAddress: Address.nullable(),
    payment: z
      .string()
      .nullable()
      .meta({ description: "The payment method's name for display, such as 'Test payment'." }),
    note: z.string().nullable(),
    vatId: z.string().nullable(),
    version: z.int().meta({ description: "Increases with each change. Send it as If-Match." }),
    tags: z.array(z.string()).optional().meta({ description: "Returned only to staff." }),
    deletedAt: Time.nullable().optional().meta({ description: "Returned only to staff." }),
  })
  .meta({ id: "Order" });
export type Order = z.infer<typeof Order>;
export const OrderWithItems = Order.extend({
  items: z.array(OrderItem),
  trace: z.array(PriceStep).meta({ description: "How the total was calculated, step by step." }),
}).meta({
  id: "OrderWithItems",
});
export type OrderWithItems = z.infer<typeof OrderWithItems>;

/** Maximum number of payments, and of refunds, that an order's page shows. It shows the newest ones. */
export const maxShownPayments = 100;

/** A captured payment of an order. */
export const OrderPayment = z
  .object({
    name: z.string().meta({ description: "The method's name for display, such as 'PayPal'." }),
    method: PaymentMethod.nullable().meta({
      description: "The method of a payment recorded by staff.",
    }),
    environment: PaymentEnv,
    amount: Amount,
    refunded: Amount.meta({ description: "What was refunded or is being refunded." }),
    createdAt: Time.meta({ description: "When the payment began." }),
    completedAt: Time.meta({ description: "When it was captured, or recorded by staff." }),
  })
  .meta({ id: "OrderPayment" });
export type OrderPayment = z.infer<typeof OrderPayment>;

export const OrderRefund = z
  .object({
    status: TransactionStatus.meta({
      description: "PENDING: a provider hasn't answered yet. FAILED: nothing was refunded.",
    }),
    amount: Amount.meta({ description: "The amount returned or, while PENDING, to be returned." }),
    createdAt: Time,
    completedAt: Time.nullable(),
  })
  .meta({ id: "OrderRefund" });
export type OrderRefund = z.infer<typeof OrderRefund>;

/** An order with the data that its page shows. */
export const OrderDetails = OrderWithItems.extend({
  payments: z
    .array(OrderPayment)
    .meta({ description: `The newest ${maxShownPayments} payments, oldest first.` }),
  refunds: z
    .array(OrderRefund)
    .meta({ description: `The newest ${maxShownPayments} refunds, oldest first.` }),
  changes: z.object({ address: z.boolean(), sizes: z.boolean(), cancel: z.boolean() }).meta({
    description:
      "What the buyer can do now: change the shipping address, change sizes, or cancel the order.",
  }),
}).meta({ id: "OrderDetails" });
export type OrderDetails = z.infer<typeof OrderDetails>;

/** A parcel without its contents, as returned by getOrderThankYou. */
export const TrackedShipment = z
  .object({
    status: ShippingStatus,
    carrier: z.string().nullable(),
    trackingNumber: z.string().nullable(),
    trackingUrl: z.string().nullable(),
    units: z.int(),
    createdAt: Time,
    shippedAt: Time.nullable(),
    deliveredAt: Time.nullable(),
    returnedAt: Time.nullable(),
  })
  .meta({ id: "TrackedShipment" });
export type TrackedShipment = z.infer<typeof TrackedShipment>;

/** The result of looking up an order by its email and its number or id. More details require other access. */
export const OrderSummary = z
  .object({
    id: Id,
    orderNumber: z.string(),
    customer: z.object({ email: z.string() }),
    date: Time,
    createdAt: Time,
    status: OrderStatus,
    isBeingPaid: z.boolean().meta({ description: "Whether a payment has no result yet." }),
    expiresAt: Time.nullable().meta({ description: "When units held for payment are released." }),
    fulfillmentState: FulfillmentState,
    returnState: ReturnState,
    paidAt: Time.nullable(),
    deliveredAt: Time.nullable(),
    completedAt: Time.nullable(),
    canceledAt: Time.nullable(),
    refundedAt: Time.nullable().meta({ description: "When the last refund was completed." }),
    isPickup: z.boolean(),
    environment: PaidIn,
    currency: Currency,
    total: Amount,
    shipments: z.array(TrackedShipment).meta({ description: "Oldest first." }),
  })
  .meta({ id: "OrderSummary" });
export type OrderSummary = z.infer<typeof OrderSummary>;

/** Options for canceling an order. If a buyer cancels it, only `unpaidOnly` and `reason` are used. */
export const CancelOrder = z.strictObject({
  unpaidOnly: z.boolean().optional().meta({
    description:
      "true: the order is canceled only if nothing was paid for it. If something was paid, the call fails with INVALID_TRANSITION and changes nothing. False if absent.",
  }),
  restock: z.boolean().optional().meta({
    description:
      "Whether the units return to stock at the locations they were sold from; true if absent. Units that were refunded without being restocked don't return.",
  }),
  refund: z.boolean().optional().meta({
    description: "Whether everything that was paid is refunded; true if absent.",
  }),
  reason: Text(200).optional(),
  note: LongText(1000).optional(),
  notify: z.boolean().optional().meta({
    description: "Whether the buyer gets an email; true if absent.",
  }),
});
export type CancelOrder = z.infer<typeof CancelOrder>;

export const ofOrder = { by: "resource", kind: "order", in: "params", field: "id" } as const;
export const byOrderId = z.object({ id: Id });

export const orders = {
  createOrder: endpoint({
    method: "POST",
    path: "/orders/store/{storeId}",
    summary:
      "Creates an order: prices the cart, holds the stock and returns the order with the key that gives access to it.",
    access: { allow: ["public", "customer"], limit: 60 },
    store: { by: "store", in: "params", field: "storeId" },
    params: z.object({ storeId: z.string().max(253) }),
    query: z.object({
      language: LanguageCode.optional().meta({
        description:
          "The language of the order's emails and documents; the store's default if absent.",
      }),
    }),
    takesCart: true,
    example: {
      items: [{ variantId: "0198c5a0-0000-7000-8000-000000000001", quantity: 2 }],
      discountCode: "WELCOME",
      email: "ada@example.com",
      shippingAddress: {
        name: "Ada Byron",
        address: "1 Main St",
        city: "Austin",
        region: "TX",
        postalCode: "78701",
        country: "US",
      },
    },
    body: CreateOrder,
    response: OrderWithItems.extend({
      orderKey: z.string().meta({
        description:
          "The key that grants access to this order. The server stores only its hash. The response also sets an httpOnly cookie that grants access. If the buyer is signed in, the cookie works until the session is ended.",
      }),
    }),
    status: 201,
    errors: [
      "NOT_FOUND",
      "TOTAL_CHANGED",
      "OUT_OF_STOCK",
      "UNAVAILABLE_ITEM",
      "SHIPPING_UNAVAILABLE",
      "DISCOUNT_INVALID",
      "IDEMPOTENCY_KEY_REUSED",
      "RATE_LIMITED",
      "HOLD_LIMIT",
    ],
    idempotent: true,
    personal: true,
  }),
  getOrder: endpoint({
    method: "GET",
    path: "/orders/{id}",
    summary: "Returns an order without its lines.",
    access: { allow: ["MANAGE_ORDERS", "order-key", "customer"] },
    store: ofOrder,
    params: byOrderId,
    response: Order,
    errors: ["NOT_FOUND"],
    personal: true,
  }),
  getOrderWithItems: endpoint({
    method: "GET",
    path: "/orders/{id}/with-items",
    summary: "Returns an order with its lines, payments and refunds.",
    access: { allow: ["MANAGE_ORDERS", "order-key", "customer"] },
    store: ofOrder,
    params: byOrderId,
    response: OrderDetails,
    errors: ["NOT_FOUND"],
    personal: true,
  }),
  getOrderThankYou: endpoint({
    method: "GET",
    path: "/orders/{id}/thank-you/{emailOrder}",
    summary: "Returns an order of the host's store, given its id or number, and its email.",
    access: { allow: ["public"], limit: 20, limitTarget: "id" },
    store: { by: "host" },
    params: z.object({
      id: OrderReference.meta({ description: "Order number or id." }),
      emailOrder: OptionalText(254),
    }),
    response: OrderSummary,
    errors: ["ORDER_NOT_FOUND", "RATE_LIMITED"],
    personal: true,
  }),
  openOrder: endpoint({
    method: "POST",
    path: "/orders/{id}/open",
    summary:
      "Sets a cookie that grants the browser access to the order whose key is sent in the X-Order-Key header. If the browser is signed in, the cookie works until that session is ended.",
    access: { allow: ["order-key"], limit: 60 },
    store: ofOrder,
    params: byOrderId,
    errors: ["NOT_FOUND", "RATE_LIMITED"],
    personal: true,
  }),
  cancelOrder: endpoint({
    method: "POST",
    path: "/orders/{id}/cancel",
    summary:
      "Cancels an order that has no shipments. An unpaid order's open payments are canceled and its stock is released. By default, a paid order's payments are refunded and its units return to stock. A refunded order can be canceled while it has units that were neither shipped nor refunded, such as free items. These units return to stock, and the order's status stays REFUNDED. If restock or refund is false and a payment arrives during the call, the call fails with INVALID_TRANSITION and the order is not canceled. Fails if the version sent in If-Match is outdated.",
    access: { allow: ["MANAGE_ORDERS", "order-key", "customer"] },
    store: ofOrder,
    params: byOrderId,
    body: CancelOrder.optional(),
    response: Order,
    errors: ["NOT_FOUND", "INVALID_TRANSITION", "EDIT_CONFLICT", "IDEMPOTENCY_KEY_REUSED"],
    idempotent: true,
    personal: true,
  }),
};
