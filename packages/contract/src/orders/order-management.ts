import { z } from "zod";
import { Email, Flag, Id, Limit, listOf, LongText } from "../common.ts";
import { Page, Text, Time, wordKey } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { FulfillmentState, OrderStatus, ReturnState } from "../enumerations.ts";
import { byOrderId, ofOrder, Order, PaymentState } from "./orders.ts";

/** The filters for a list of orders. An order must match all of them. */
const OrderFilters = z.object({
  status: OrderStatus.optional(),
  paymentState: PaymentState.optional(),
  fulfillmentState: FulfillmentState.optional(),
  returnState: ReturnState.optional(),
  startDate: Time.optional().meta({ description: "Orders placed at or after this time." }),
  endDate: Time.optional().meta({ description: "Orders placed before this time." }),
  customerId: Id.optional(),
  productId: Id.optional().meta({ description: "Orders that contain this product." }),
  discountId: Id.optional().meta({ description: "Orders that used this discount." }),
  tag: Text(60).optional(),
  number: Text(20).optional().meta({
    description:
      "The order with this number. The hyphen is optional and capitalization is ignored.",
  }),
  search: Text(254).optional().meta({
    description:
      "The beginning of the order number, the email, or the customer's full name, last name or phone.",
  }),
  includeDeleted: Flag.optional(),
});
export type OrderFilters = z.infer<typeof OrderFilters>;

/** Maximum number of orders in one CSV file. A longer period must be exported in parts. */
export const maxExportedOrders = 10_000;
export const maxOrderTags = 20;

/** Tags are stored in lower case and without duplicates. */
export const OrderTags = z
  .array(Text(60))
  .max(maxOrderTags)
  .overwrite((tags) => [...new Set(tags.map(wordKey))]);

/** An event in an order's history. Attempts to pay are events too, with provider, amount and status in `data`. */
export const OrderEvent = z
  .object({
    id: Id,
    kind: z.string().meta({ description: "Such as placed, payment, note, canceled or shipped." }),
    at: Time,
    by: z.object({
      kind: z.string(),
      id: Id.nullable(),
      name: z.string().nullable(),
    }),
    text: z.string().nullable().meta({ description: "A note, or a reason." }),
    data: z.record(z.string(), z.unknown()),
  })
  .meta({ id: "OrderEvent" });
export type OrderEvent = z.infer<typeof OrderEvent>;

/** The emails of an order that can be sent again. */
export const OrderMail = z.enum([
  "order-confirmation",
  "order-shipped",
  "order-delivered",
  "order-changed",
  "order-canceled",
  "order-refunded",
]);
export type OrderMail = z.infer<typeof OrderMail>;

const access = { allow: ["MANAGE_ORDERS"] } as const;
const byStore = { by: "store", in: "params", field: "storeId" } as const;
const storeParams = z.object({ storeId: z.string().max(253) });

/** Calls for staff to manage orders, other than shipments and refunds. */
export const orderManagement = {
  listOrders: endpoint({
    method: "GET",
    path: "/orders/store/{storeId}",
    summary: "Lists the store's orders, newest first.",
    access,
    store: byStore,
    params: storeParams,
    query: OrderFilters.extend({
      page: Page,
      limit: Limit,
      after: z.string().max(200).optional().meta({
        description: "`next` of the previous page. If sent, `page` is ignored.",
      }),
    }),
    response: listOf(Order).extend({
      next: z.string().nullable().meta({ description: "Pass it as `after` for the next page." }),
    }),
    errors: ["NOT_FOUND"],
    personal: true,
  }),
  countOrders: endpoint({
    method: "GET",
    path: "/orders/store/{storeId}/counts",
    summary:
      "Counts the store's orders by status and by payment, fulfillment and return state. Excludes deleted orders.",
    access,
    store: byStore,
    params: storeParams,
    response: z.object({
      total: z.int(),
      byStatus: z.object({
        PENDING: z.int(),
        PAID: z.int(),
        FULFILLED: z.int(),
        COMPLETED: z.int(),
        CANCELLED: z.int(),
        REFUNDED: z.int(),
      } satisfies Record<OrderStatus, z.ZodInt>),
      byPaymentState: z.object({
        PENDING: z.int(),
        PROCESSING: z.int(),
        COMPLETED: z.int(),
        FAILED: z.int(),
        REFUNDED: z.int(),
        DISPUTED: z.int(),
        DISPUTE_RESOLVED: z.int(),
      } satisfies Record<z.infer<typeof PaymentState>, z.ZodInt>),
      byFulfillmentState: z.object({
        UNFULFILLED: z.int(),
        PARTIAL: z.int(),
        FULFILLED: z.int(),
        DELIVERED: z.int(),
      } satisfies Record<z.infer<typeof FulfillmentState>, z.ZodInt>),
      byReturnState: z.object({
        NONE: z.int(),
        REQUESTED: z.int(),
        PARTIAL: z.int(),
        RETURNED: z.int(),
      } satisfies Record<z.infer<typeof ReturnState>, z.ZodInt>),
      toFulfill: z.int().meta({ description: "Paid orders with units left to ship." }),
    }),
    errors: ["NOT_FOUND"],
  }),
  exportOrders: endpoint({
    method: "GET",
    path: "/orders/store/{storeId}/csv",
    summary:
      "Downloads orders as CSV, with one row for each order line. Takes the same filters as listOrders.",
    access: { ...access, limit: 6 },
    store: byStore,
    params: storeParams,
    query: OrderFilters,
    file: "application/octet-stream",
    errors: ["NOT_FOUND", "LIMIT_REACHED", "RATE_LIMITED"],
    personal: true,
  }),
  updateOrder: endpoint({
    method: "PUT",
    path: "/orders/{id}",
    summary:
      "Changes an order's email or tags, or completes the order. Fails if the version sent in If-Match is outdated.",
    access,
    store: ofOrder,
    params: byOrderId,
    body: z.strictObject({
      email: Email.optional().meta({
        description:
          "The address for the order's emails. If the order is paid, changing it revokes the links and cookies that grant access to the order.",
      }),
      tags: OrderTags.optional(),
      status: OrderStatus.optional().meta({
        description:
          "Send COMPLETED to close a fulfilled order. No other status can be set: payments, shipments, refunds and cancellations set them.",
      }),
    }),
    response: Order,
    errors: ["NOT_FOUND", "INVALID_TRANSITION", "EDIT_CONFLICT"],
    personal: true,
  }),
  deleteOrder: endpoint({
    method: "DELETE",
    path: "/orders/{id}",
    summary:
      "Deletes a completed, canceled or refunded order that has no open dispute or refund. The order can be restored, and lists include it only if includeDeleted is set.",
    access,
    store: ofOrder,
    params: byOrderId,
    errors: ["NOT_FOUND", "INVALID_TRANSITION", "EDIT_CONFLICT"],
  }),
  restoreOrder: endpoint({
    method: "POST",
    path: "/orders/{id}/restore",
    summary: "Restores a deleted order.",
    access,
    store: ofOrder,
    params: byOrderId,
    response: Order,
    errors: ["NOT_FOUND", "INVALID_TRANSITION"],
    personal: true,
  }),
  revokeOrderLinks: endpoint({
    method: "POST",
    path: "/orders/{id}/revoke-links",
    summary:
      "Revokes an order's key, which ends access through cookies and through links in the emails sent so far. Later emails contain new links.",
    access,
    store: ofOrder,
    params: byOrderId,
    body: z.strictObject({
      reason: Text(200)
        .optional()
        .meta({ description: "A reason, shown in the order's timeline." }),
    }),
    errors: ["NOT_FOUND"],
  }),
  listOrderEvents: endpoint({
    method: "GET",
    path: "/orders/{id}/events",
    summary: "Lists the events of an order's timeline, newest first, with who caused them and why.",
    access,
    store: ofOrder,
    params: byOrderId,
    query: z.object({ page: Page, limit: Limit }),
    response: listOf(OrderEvent),
    errors: ["NOT_FOUND"],
    personal: true,
  }),
  createOrderNote: endpoint({
    method: "POST",
    path: "/orders/{id}/notes",
    summary:
      "Adds a note to an order's timeline. Only staff see it there, but exports of the customer's data contain it.",
    access,
    store: ofOrder,
    params: byOrderId,
    body: z.strictObject({ text: LongText(1000) }),
    response: OrderEvent,
    status: 201,
    errors: ["NOT_FOUND", "LIMIT_REACHED"],
    personal: true,
  }),
  sendOrderMail: endpoint({
    method: "POST",
    path: "/orders/{id}/mails",
    summary: "Sends one of an order's emails again, with its current content.",
    access: { ...access, limit: 30 },
    store: ofOrder,
    params: byOrderId,
    body: z.strictObject({
      template: OrderMail,
      shipmentId: Id.optional().meta({
        description:
          "The shipment, for order-shipped and order-delivered. If absent, the newest one that the email applies to.",
      }),
      refundId: Id.optional().meta({
        description: "The refund, for order-refunded. If absent, the newest completed one.",
      }),
    }),
    status: 202,
    response: z.object({ to: z.string() }),
    errors: ["NOT_FOUND", "INVALID_TRANSITION", "RATE_LIMITED"],
    personal: true,
  }),
};
