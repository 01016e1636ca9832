import type { Order } from "@vetrina/contract/orders/orders";
import type { ShippingStatus } from "@vetrina/contract/enumerations";

/** The data that an order's steps are derived from: its states and times, and those of its shipments. */
export type SteppedOrder = Pick<
  Order,
  | ("status" | "fulfillmentState" | "returnState" | "createdAt" | "paidAt")
  | ("deliveredAt" | "completedAt" | "canceledAt")
> & {
  isPickup: boolean;
  /** When the last refund was completed. */
  refundedAt: string | null;
  shipments: readonly SteppedShipment[];
};

export type SteppedShipment = {
  status: ShippingStatus;
  createdAt: string;
  shippedAt: string | null;
  deliveredAt: string | null;
  returnedAt: string | null;
};

export type StepName =
  | ("placed" | "paid" | "packed" | "shipped" | "delivered")
  | ("ready" | "picked-up" | "returned" | "canceled" | "refunded");

/**
 * A step of an order. `partial` means done for only some of the units. `at` is when it was last done for any of them;
 * null if unknown, or if it hasn't been done yet.
 */
export type OrderStep = { name: StepName; state: "done" | "partial" | "next"; at: string | null };

/** Whether the order was canceled or refunded, so that nothing more will arrive. */
export function hasEnded({
  status,
  canceledAt,
}: Pick<SteppedOrder, "status" | "canceledAt">): boolean {
  return canceledAt !== null || status === "CANCELLED" || status === "REFUNDED";
}

/** The steps of an order. Those that are still to come are included unless the order was canceled or refunded. */
export function orderSteps(order: SteppedOrder): OrderStep[] {
  const { createdAt, paidAt, canceledAt, refundedAt, status } = order;
  const steps: OrderStep[] = [{ name: "placed", state: "done", at: createdAt }];
  const isEnded = hasEnded(order);
  if (paidAt !== null || !isEnded)
    steps.push({ name: "paid", state: paidAt === null ? "next" : "done", at: paidAt });
  const parcels = parcelSteps(order);
  // An order that was canceled or refunded shows only the steps that have happened.
  steps.push(...(isEnded ? parcels.filter(({ state }) => state !== "next") : parcels));
  const returned = returnedStep(order);
  if (returned !== null) steps.push(returned);
  if (canceledAt !== null) steps.push({ name: "canceled", state: "done", at: canceledAt });
  if (status === "REFUNDED") steps.push({ name: "refunded", state: "done", at: refundedAt });
  return steps;
}

/** Whether the buyer has units that can be returned, or will have some soon. */
export function canBeReturned({
  status,
  isPickup,
  shipments,
}: Pick<SteppedOrder, "status" | "isPickup"> & {
  shipments: readonly Pick<SteppedShipment, "status">[];
}): boolean {
  if (status === "CANCELLED" || status === "REFUNDED") return false;
  // Until a pickup order is complete, its SHIPPED units may be ready for pickup but still in the store.
  const isSentEnough = !isPickup || status === "COMPLETED";
  return shipments.some(
    (one) => one.status === "DELIVERED" || (isSentEnough && one.status === "SHIPPED"),
  );
}

/** When the last refund was completed; null if none was. */
export function lastRefundAt(refunds: readonly { completedAt: string | null }[]): string | null {
  return latest(refunds.map(({ completedAt }) => completedAt));
}

function parcelSteps(order: SteppedOrder): OrderStep[] {
  const { fulfillmentState: fulfillment, isPickup, shipments, status, deliveredAt } = order;
  const isAllPacked = fulfillment === "FULFILLED" || fulfillment === "DELIVERED";
  const sent = shipments.filter((one) => one.status !== "PENDING");
  const arrived = shipments.filter((one) => one.deliveredAt !== null);
  const isAllSent = isAllPacked && sent.length === shipments.length;
  const isOver = status === "COMPLETED" || fulfillment === "DELIVERED";
  return [
    {
      name: "packed",
      state: stateOf(isAllPacked, shipments.length > 0),
      at: latest(shipments.map(({ createdAt }) => createdAt)),
    },
    {
      name: isPickup ? "ready" : "shipped",
      state: stateOf(isAllSent, sent.length > 0),
      at: latest(sent.map(({ shippedAt }) => shippedAt)),
    },
    {
      name: isPickup ? "picked-up" : "delivered",
      state: stateOf(isOver, arrived.length > 0),
      at: deliveredAt ?? latest(arrived.map((one) => one.deliveredAt)),
    },
  ];
}

function returnedStep({ returnState, shipments }: SteppedOrder): OrderStep | null {
  if (returnState !== "PARTIAL" && returnState !== "RETURNED") return null;
  const at = latest(shipments.map(({ returnedAt }) => returnedAt));
  return { name: "returned", state: returnState === "RETURNED" ? "done" : "partial", at };
}

function stateOf(isAll: boolean, isSome: boolean): OrderStep["state"] {
  if (isAll) return "done";
  return isSome ? "partial" : "next";
}

function latest(times: readonly (string | null)[]): string | null {
  return times.reduce((last, time) => (last === null || (time ?? "") > last ? time : last), null);
}
