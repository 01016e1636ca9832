import type { OrderStatus } from "@vetrina/contract/enumerations";
import type { FulfillmentState } from "./order-states.ts";

/** The data that determines whether a buyer can still change an order. */
export type ChangeableOrder = {
  status: OrderStatus;
  fulfillmentState: FulfillmentState;
  /** Whether a provider was asked to capture a payment and has not responded yet. */
  isBeingPaid: boolean;
  /** Whether the store has money from the buyer: captured, not refunded, and not lost in a dispute. */
  hasMoney: boolean;
  /** Whether the buyer paid and got everything back, through refunds, lost disputes, or both. */
  isPaidBack: boolean;
  /** Whether a change made by staff is waiting for the buyer's payment. */
  hasOpenChange: boolean;
  /** Whether staff recorded a payment, such as a bank transfer, which only staff can return. */
  isPaidManually: boolean;
};

/** Which changes the buyer can currently make to an order. */
export type BuyerChanges = { address: boolean; sizes: boolean; cancel: boolean };

/**
 * Returns which changes a buyer can make. A paid order can be changed and canceled until it has a shipment, but only
 * canceled while it has an open change or after it was paid back. An order with a payment that staff recorded can't be
 * canceled. An unpaid order can be canceled unless money was captured or a capture is in progress.
 */
export function buyerChanges(order: ChangeableOrder): BuyerChanges {
  const isOpen = order.status === "PAID" && order.fulfillmentState === "unfulfilled";
  const isChangeable = isOpen && !order.hasOpenChange && !order.isPaidBack;
  const isUnpaid = order.status === "PENDING" && !order.isBeingPaid && !order.hasMoney;
  return {
    address: isChangeable,
    sizes: isChangeable,
    cancel: isUnpaid || (isOpen && !order.isPaidManually),
  };
}
