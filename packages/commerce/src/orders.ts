import type { OrderStatus, PaymentStatus } from "@vetrina/contract/enumerations";

/** Where the money of an order stands, as stored. */
export type PaymentState =
  | "created"
  | "processing"
  | "completed"
  | "failed"
  | "expired"
  | "cancelled"
  | "refunded";

/** Where the goods of an order stand, as stored; completed means delivered and closed. */
export type FulfilmentState = "unfulfilled" | "fulfilled" | "completed";

/** Every legal step of an order's visible status; any other answers 409 INVALID_TRANSITION. */
export const orderTransitions = {
  PENDING: ["PAID", "CANCELLED"],
  PAID: ["FULFILLED", "CANCELLED", "REFUNDED"],
  FULFILLED: ["COMPLETED", "REFUNDED"],
  COMPLETED: ["REFUNDED"],
  // A paid order that was cancelled is refunded when its money has gone back.
  CANCELLED: ["REFUNDED"],
  REFUNDED: [],
} as const satisfies Record<OrderStatus, readonly OrderStatus[]>;

/** Every legal step of a payment. */
export const paymentTransitions = {
  created: ["processing", "completed", "failed", "expired", "cancelled"],
  processing: ["completed", "failed", "expired", "cancelled"],
  completed: ["refunded"],
  // Money that arrives late did arrive: the provider's word beats our having given up.
  failed: ["processing", "completed", "expired", "cancelled"],
  expired: ["completed"],
  cancelled: ["completed"],
  refunded: [],
} as const satisfies Record<PaymentState, readonly PaymentState[]>;

/** How a payment's state is shown on the wire: expired and cancelled show FAILED, with a reason beside. */
export const paymentStatuses = {
  created: "PENDING",
  processing: "PENDING",
  completed: "COMPLETED",
  failed: "FAILED",
  expired: "FAILED",
  cancelled: "FAILED",
  refunded: "REFUNDED",
} as const satisfies Record<PaymentState, PaymentStatus>;

/** Whether an order may take this step; staying where it is is no step. */
export function canTransition(from: OrderStatus, to: OrderStatus): boolean {
  const next: readonly OrderStatus[] = orderTransitions[from];
  return next.includes(to);
}

/** Whether a payment may take this step; staying where it is is no step. */
export function canTransitionPayment(from: PaymentState, to: PaymentState): boolean {
  const next: readonly PaymentState[] = paymentTransitions[from];
  return next.includes(to);
}

/** Derives the visible status from what is stored; `refunded` means wholly refunded. */
export function orderStatus(order: {
  paymentState: PaymentState;
  fulfilmentState: FulfilmentState;
  cancelledAt: Date | string | null;
  refunded: boolean;
}): OrderStatus {
  if (order.refunded || order.paymentState === "refunded") return "REFUNDED";
  if (order.cancelledAt !== null) return "CANCELLED";
  if (order.paymentState !== "completed") return "PENDING";
  if (order.fulfilmentState === "completed") return "COMPLETED";
  return order.fulfilmentState === "fulfilled" ? "FULFILLED" : "PAID";
}
