import type { OrderStatus, PaymentStatus } from "@vetrina/contract/enumerations";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type DisputeState,
  disputeTransitions,
  type FulfillmentState,
  fulfillmentStateOf,
  fulfillmentTransitions,
  mayStep,
  orderPaymentStatus,
  orderStatus,
  type PaymentState,
  paymentStatuses,
  paymentTransitions,
  refundTransitions,
  returnTransitions,
  shipmentTransitions,
} from "./order-states.ts";

type Stored = Parameters<typeof orderStatus>[0];
type Table = Readonly<Record<string, readonly string[]>>;

const tables: Record<string, Table> = {
  payment: paymentTransitions,
  fulfillment: fulfillmentTransitions,
  shipment: shipmentTransitions,
  return: returnTransitions,
  refund: refundTransitions,
  dispute: disputeTransitions,
};

/** The changes of an order's visible status that the specification allows. */
const orderSteps: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  PENDING: ["PAID", "CANCELLED"],
  PAID: ["FULFILLED", "CANCELLED", "REFUNDED"],
  // If a shipment is canceled before it has left, the order is unfulfilled again.
  FULFILLED: ["PAID", "COMPLETED", "REFUNDED"],
  COMPLETED: ["REFUNDED"],
  // A paid order that was canceled becomes refunded once its money is returned.
  CANCELLED: ["REFUNDED"],
  REFUNDED: [],
};

describe.each(Object.entries(tables))("the states of a %s", (_, table) => {
  const states = Object.keys(table);

  test("lead to states of the same table, and never to themselves", () => {
    for (const [from, next] of Object.entries(table)) {
      expect(next).not.toContain(from);
      for (const to of next) expect(states).toContain(to);
    }
  });

  test("allow the listed steps and no others", () => {
    for (const from of states)
      for (const to of states)
        expect(mayStep(table, from, to), `${from} to ${to}`).toBe(
          table[from]?.includes(to) === true,
        );
  });
});

describe("a payment", () => {
  test("that is refunded stays refunded, and none returns to its first status", () => {
    for (const state of Object.keys(paymentTransitions) as PaymentState[]) {
      expect(mayStep(paymentTransitions, "refunded", state)).toBe(false);
      expect(mayStep(paymentTransitions, state, "created")).toBe(false);
    }
  });

  test("that we have given up on can still complete", () => {
    for (const state of Object.keys(paymentTransitions) as PaymentState[])
      expect(mayStep(paymentTransitions, state, "completed")).toBe(
        !["completed", "refunded"].includes(state),
      );
  });

  test("that expired or was canceled shows as failed", () => {
    expect(paymentStatuses).toMatchObject({ expired: "FAILED", cancelled: "FAILED" });
  });
});

describe("the visible status", () => {
  const at = new Date("2026-11-20");
  test.each<[PaymentState, FulfillmentState, Date | null, Date | null, OrderStatus]>([
    ["created", "unfulfilled", null, null, "PENDING"],
    ["processing", "unfulfilled", null, null, "PENDING"],
    ["failed", "unfulfilled", null, null, "PENDING"],
    ["completed", "unfulfilled", null, null, "PAID"],
    ["completed", "partial", null, null, "PAID"],
    ["completed", "fulfilled", null, null, "FULFILLED"],
    ["completed", "delivered", null, null, "FULFILLED"],
    ["completed", "delivered", null, at, "COMPLETED"],
    ["expired", "unfulfilled", at, null, "CANCELLED"],
    ["completed", "unfulfilled", at, null, "CANCELLED"],
    ["refunded", "delivered", null, at, "REFUNDED"],
    ["refunded", "unfulfilled", at, null, "REFUNDED"],
  ])(
    "of %s, %s, canceled %s, completed %s is %s",
    (paymentState, fulfillmentState, cancelledAt, completedAt, status) => {
      const order = { paymentState, fulfillmentState, cancelledAt, completedAt };
      expect(orderStatus(order)).toBe(status);
    },
  );

  test("changes only by allowed steps in the life of an order", () => {
    const event = fc.oneof(
      fc
        .constantFrom(...(Object.keys(paymentTransitions) as PaymentState[]))
        .map((paymentState) => ({ paymentState })),
      fc
        .constantFrom(...(Object.keys(fulfillmentTransitions) as FulfillmentState[]))
        .map((fulfillmentState) => ({ fulfillmentState })),
      fc.constant({ cancelledAt: at }),
      fc.constant({ completedAt: at }),
    );
    fc.assert(
      fc.property(fc.array(event, { maxLength: 30 }), (events) => {
        let order: Stored = {
          paymentState: "created",
          fulfillmentState: "unfulfilled",
          cancelledAt: null,
          completedAt: null,
        };
        for (const event of events) {
          const next = { ...order, ...event };
          if (!isAllowed(order, next)) continue;
          const [from, to] = [orderStatus(order), orderStatus(next)];
          expect(from === to || mayStep(orderSteps, from, to), `${from} to ${to}`).toBe(true);
          order = next;
        }
      }),
    );
  });
});

test.each<[number, number, FulfillmentState]>([
  [0, 0, "unfulfilled"],
  [1, 1, "partial"],
  [3, 2, "fulfilled"],
  [3, 3, "delivered"],
])("an order of 3 units, %s shipped and %s delivered, is %s", (fulfilled, delivered, state) => {
  expect(fulfillmentStateOf({ ordered: 3, fulfilled, delivered })).toBe(state);
});

/**
 * Whether handlers allow a change. The transitions of the changed field must contain the step, and the order's status
 * must permit it.
 */
function isAllowed(order: Stored, next: Stored): boolean {
  const status = orderStatus(order);
  if (order.paymentState !== next.paymentState)
    return mayStep(paymentTransitions, order.paymentState, next.paymentState);
  if (order.fulfillmentState !== next.fulfillmentState)
    return (
      (status === "PAID" || status === "FULFILLED") &&
      mayStep(fulfillmentTransitions, order.fulfillmentState, next.fulfillmentState)
    );
  if (order.completedAt !== next.completedAt)
    return status === "FULFILLED" && order.fulfillmentState === "delivered";
  if (order.cancelledAt === next.cancelledAt) return false;
  return status === "PENDING" || (status === "PAID" && order.fulfillmentState === "unfulfilled");
}

test.each<[PaymentState, DisputeState, PaymentStatus]>([
  ["completed", "none", "COMPLETED"],
  ["completed", "open", "DISPUTED"],
  ["completed", "resolved", "DISPUTE_RESOLVED"],
  ["refunded", "open", "REFUNDED"],
  // Orders that are only partly paid.
  ["created", "none", "PENDING"],
  ["created", "open", "DISPUTED"],
  ["cancelled", "resolved", "DISPUTE_RESOLVED"],
])("a payment that is %s with a dispute that is %s is shown as %s", (payment, dispute, shown) => {
  expect(orderPaymentStatus(payment, dispute)).toBe(shown);
});
