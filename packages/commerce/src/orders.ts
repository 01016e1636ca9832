import type { OrderStatus, PaymentStatus } from "@vetrina/contract/enumerations";

/** The stored payment status of an order. */
export type PaymentState =
  | "created"
  | "processing"
  | "completed"
  | "failed"
  | "expired"
  | "cancelled"
  | "refunded";

/** The stored fulfillment status of an order. completed means delivered and closed. */
export type FulfilmentState = "unfulfilled" | "fulfilled" | "completed";

/** Every allowed step of an order's visible status. Any other answers 409 INVALID_TRANSITION. */
export const orderTransitions = {
  PENDING: ["PAID", "CANCELLED"],
  PAID: ["FULFILLED", "CANCELLED", "REFUNDED"],
  FULFILLED: ["COMPLETED", "REFUNDED"],
  COMPLETED: ["REFUNDED"],
  // A paid order that was canceled becomes refunded once its money is returned.
  CANCELLED: ["REFUNDED"],
  REFUNDED: [],
} as const satisfies Record<OrderStatus, readonly OrderStatus[]>;

/** Every allowed step of a payment. */
export const paymentTransitions = {
  created: ["processing", "completed", "failed", "expired", "cancelled"],
  processing: ["completed", "failed", "expired", "cancelled"],
  completed: ["refunded"],
  // Money may arrive after we gave up on a payment. The provider's answer takes precedence.
  failed: ["processing", "completed", "expired", "cancelled"],
  expired: ["completed"],
  cancelled: ["completed"],
  refunded: [],
} as const satisfies Record<PaymentState, readonly PaymentState[]>;

/** The status of a payment in the API: expired and canceled payments show FAILED, with a reason. */
export const paymentStatuses = {
  created: "PENDING",
  processing: "PENDING",
  completed: "COMPLETED",
  failed: "FAILED",
  expired: "FAILED",
  cancelled: "FAILED",
  refunded: "REFUNDED",
} as const satisfies Record<PaymentState, PaymentStatus>;

/** Whether an order may take this step. Staying in the same status is not a step. */
export function canTransition(from: OrderStatus, to: OrderStatus): boolean {
  const next: readonly OrderStatus[] = orderTransitions[from];
  return next.includes(to);
}

/** Whether a payment may take this step. Staying in the same status is not a step. */
export function canTransitionPayment(from: PaymentState, to: PaymentState): boolean {
  const next: readonly PaymentState[] = paymentTransitions[from];
  return next.includes(to);
}

/** Derives the visible status from the stored ones. `refunded` means fully refunded. */
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
