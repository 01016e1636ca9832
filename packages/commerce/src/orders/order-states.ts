import type {
  OrderStatus,
  PaymentStatus,
  ShippingStatus,
  TransactionStatus,
} from "@vetrina/contract/enumerations";

/** The stored payment status of an order. */
export type PaymentState =
  | "created"
  | "processing"
  | "completed"
  | "failed"
  | "expired"
  | "cancelled"
  | "refunded";

/** How much of an order is in shipments, pending or sent. `delivered`: everything was shipped and has arrived. */
export type FulfillmentState = "unfulfilled" | "partial" | "fulfilled" | "delivered";

/** How much of an order was returned. `requested` means that nothing has come back yet. */
export type ReturnState = "none" | "requested" | "partial" | "returned";

/**
 * The state of a refund at a provider. `pending`: recorded, but not requested yet. `processing`: requested, with an
 * unknown result until the provider responds.
 */
export type RefundState = "pending" | "processing" | "completed" | "failed";

/** Every allowed step of a payment. */
export const paymentTransitions = {
  created: ["processing", "completed", "failed", "expired", "cancelled"],
  processing: ["completed", "failed", "expired", "cancelled"],
  completed: ["refunded"],
  // Money may still arrive after we have given up on a payment. The provider's report takes precedence.
  failed: ["processing", "completed", "expired", "cancelled"],
  expired: ["completed"],
  cancelled: ["completed"],
  refunded: [],
} as const satisfies Record<PaymentState, readonly PaymentState[]>;

/** The API's status for each payment state. Expired and canceled payments are FAILED, with a reason. */
export const paymentStatuses = {
  created: "PENDING",
  processing: "PENDING",
  completed: "COMPLETED",
  failed: "FAILED",
  expired: "FAILED",
  cancelled: "FAILED",
  refunded: "REFUNDED",
} as const satisfies Record<PaymentState, PaymentStatus>;

/** Whether a payment of the order is or was disputed. `open` means that the store may have to respond. */
export type DisputeState = "none" | "open" | "resolved";

/**
 * Every allowed step of an order's dispute state. An appeal can reopen a resolved dispute. No step leads back to
 * `none`.
 */
export const disputeTransitions = {
  none: ["open", "resolved"],
  open: ["resolved"],
  resolved: ["open"],
} as const satisfies Record<DisputeState, readonly DisputeState[]>;

/**
 * The API's status for an order's payment. Once a payment was disputed, it is the dispute's status, unless the order is
 * refunded. An order that is not fully paid can be disputed too, because it may have been paid in part.
 */
export function orderPaymentStatus(payment: PaymentState, dispute: DisputeState): PaymentStatus {
  if (payment === "refunded" || dispute === "none") return paymentStatuses[payment];
  return dispute === "open" ? "DISPUTED" : "DISPUTE_RESOLVED";
}

/**
 * Every allowed step of an order's fulfillment. The fulfillment goes back if a shipment is canceled before everything
 * has been delivered. A partly shipped order becomes fulfilled once the rest is refunded.
 */
export const fulfillmentTransitions = {
  unfulfilled: ["partial", "fulfilled"],
  partial: ["unfulfilled", "fulfilled", "delivered"],
  fulfilled: ["unfulfilled", "partial", "delivered"],
  delivered: [],
} as const satisfies Record<FulfillmentState, readonly FulfillmentState[]>;

/** Every allowed step of a shipment. Canceling a pending shipment deletes it. */
export const shipmentTransitions = {
  PENDING: ["SHIPPED"],
  SHIPPED: ["DELIVERED", "RETURNED"],
  DELIVERED: ["RETURNED"],
  RETURNED: [],
} as const satisfies Record<ShippingStatus, readonly ShippingStatus[]>;

/** Every allowed step of an order's return. */
export const returnTransitions = {
  none: ["requested", "partial", "returned"],
  requested: ["none", "partial", "returned"],
  partial: ["returned"],
  returned: [],
} as const satisfies Record<ReturnState, readonly ReturnState[]>;

/** Every allowed step of a refund. A failed refund stays failed; another attempt creates a new refund. */
export const refundTransitions = {
  pending: ["processing", "completed", "failed"],
  processing: ["completed", "failed"],
  completed: [],
  failed: [],
} as const satisfies Record<RefundState, readonly RefundState[]>;

/** The API's status for a refund that is shown as a transaction. */
export const refundStatuses = {
  pending: "PENDING",
  processing: "PENDING",
  completed: "COMPLETED",
  failed: "FAILED",
} as const satisfies Record<RefundState, TransactionStatus>;

/**
 * The API's status for a payment that is shown as a transaction. A refunded payment is still a completed transaction.
 */
export const transactionStatuses = {
  created: "PENDING",
  processing: "PENDING",
  completed: "COMPLETED",
  failed: "FAILED",
  expired: "FAILED",
  cancelled: "FAILED",
  refunded: "COMPLETED",
} as const satisfies Record<PaymentState, TransactionStatus>;

/** Whether a table of transitions allows a step. Staying in the same state is not a step. */
export function mayStep<State extends string>(
  transitions: Readonly<Record<State, readonly State[]>>,
  from: State,
  to: State,
): boolean {
  return transitions[from].includes(to);
}

/** Derives the order's fulfillment from its numbers of units. None of these may be negative. */
export function fulfillmentStateOf(units: {
  ordered: number;
  fulfilled: number;
  delivered: number;
}): FulfillmentState {
  if (units.fulfilled === 0) return "unfulfilled";
  if (units.fulfilled < units.ordered) return "partial";
  return units.delivered < units.ordered ? "fulfilled" : "delivered";
}

/** Derives the visible status from the stored ones. */
export function orderStatus(order: {
  paymentState: PaymentState;
  fulfillmentState: FulfillmentState;
  cancelledAt: Date | string | null;
  completedAt: Date | string | null;
}): OrderStatus {
  if (order.paymentState === "refunded") return "REFUNDED";
  if (order.cancelledAt !== null) return "CANCELLED";
  if (order.paymentState !== "completed") return "PENDING";
  if (order.completedAt !== null) return "COMPLETED";
  const { fulfillmentState } = order;
  return fulfillmentState === "fulfilled" || fulfillmentState === "delivered"
    ? "FULFILLED"
    : "PAID";
}
