import type { OrderWithItems } from "@vetrina/contract/orders";
import type { PaymentResult } from "@vetrina/contract/payments";

/** Where an order stands for the one who placed it. */
export type OrderState =
  | "paid"
  /** The provider has not said yet. */
  | "processing"
  /** It waits to be paid; nothing has been tried, or the window was closed. */
  | "unpaid"
  /** A payment was tried and failed; it can be tried again. */
  | "failed"
  | "expired"
  | "cancelled"
  | "refunded";

/** The state of an order at this moment, from its own row and what its payment says. */
export function orderState(
  order: Pick<OrderWithItems, "status" | "paymentState" | "expiresAt">,
  payment: Pick<PaymentResult, "reason"> | null,
  now: number,
): OrderState {
  switch (order.status) {
    case "REFUNDED":
      return "refunded";
    case "CANCELLED":
      return payment?.reason === "expired" ? "expired" : "cancelled";
    case "PENDING":
      break;
    default:
      return "paid";
  }
  if (order.paymentState === "PROCESSING") return "processing";
  if (order.expiresAt !== null && Date.parse(order.expiresAt) <= now) return "expired";
  return order.paymentState === "FAILED" ? "failed" : "unpaid";
}

/** What the page of an order says in each state: its heading and what it means. */
export const stateTexts: Readonly<Record<OrderState, { title: string; text: string }>> = {
  paid: { title: "Thank you", text: "Your order is confirmed." },
  processing: {
    title: "Almost there",
    text: "Your order is placed and the payment is being confirmed. The provider has not said yet, which happens. Please do not pay again: this page will tell you as soon as it is known.",
  },
  unpaid: {
    title: "Your order waits for its payment",
    text: "Nothing was taken yet. Your pieces are held for you for a while.",
  },
  failed: {
    title: "The payment did not go through",
    text: "Nothing was taken. Your pieces are still held for you: you can try again or choose another way to pay.",
  },
  expired: {
    title: "The time to pay is over",
    text: "This order was not paid in time, so its pieces are free again. Nothing was taken, and your cart is as you left it.",
  },
  cancelled: {
    title: "This order was cancelled",
    text: "It will not be sent. If you had paid, the money goes back the way it came.",
  },
  refunded: {
    title: "This order was refunded",
    text: "The money goes back the way it came.",
  },
};

/** What an order's status is called. */
export const statusLabels: Readonly<Record<OrderWithItems["status"], string>> = {
  PENDING: "Waiting for payment",
  PAID: "Paid",
  FULFILLED: "Shipped",
  COMPLETED: "Delivered",
  CANCELLED: "Cancelled",
  REFUNDED: "Refunded",
};

/** An order's way to its buyer. */
export const trackingSteps = ["Placed", "Paid", "Shipped", "Delivered"] as const;

/** How many of the steps are behind an order; null where it has left that way. */
export function stepsDone(status: OrderWithItems["status"]): number | null {
  const done = { PENDING: 1, PAID: 2, FULFILLED: 3, COMPLETED: 4, CANCELLED: null, REFUNDED: null };
  return done[status];
}
