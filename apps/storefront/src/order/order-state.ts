import type { OrderWithItems } from "@vetrina/contract/orders/orders";
import type { PaymentResult } from "@vetrina/contract/orders/payments";

export type OrderState =
  | "paid"
  /** The provider has not confirmed or declined the payment yet. */
  | "processing"
  /** The order awaits payment: payment was not attempted, or the provider's window was closed. */
  | "unpaid"
  /** A payment failed and can be tried again. */
  | "failed"
  | "expired"
  | "cancelled"
  | "refunded";

/** The current state of an order, derived from the order and its payment. */
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

/** The heading and explanation that the thank-you page shows for each state. */
export const stateTexts: Readonly<Record<OrderState, { title: string; text: string }>> = {
  paid: { title: "Thank you", text: "Your order is confirmed." },
  processing: {
    title: "Almost there",
    text: "Your order is placed and your payment is being confirmed. Please don't pay again. This page updates as soon as we know.",
  },
  unpaid: {
    title: "Your order is waiting for payment",
    text: "You haven't been charged.",
  },
  failed: {
    title: "Your payment didn't go through",
    text: "You haven't been charged. You can try again.",
  },
  expired: {
    title: "Your order has expired",
    text: "This order has expired and the items were released. You haven't been charged.",
  },
  cancelled: {
    title: "This order was canceled",
    text: "It won't ship. If you paid, the money goes back to your payment method.",
  },
  refunded: {
    title: "This order was refunded",
    text: "The money goes back to your payment method.",
  },
};

export const statusLabels: Readonly<Record<OrderWithItems["status"], string>> = {
  PENDING: "Waiting for payment",
  PAID: "Paid",
  FULFILLED: "Shipped",
  COMPLETED: "Delivered",
  CANCELLED: "Canceled",
  REFUNDED: "Refunded",
};
