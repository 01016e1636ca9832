import type { OrderStatus } from "@vetrina/contract/enumerations";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  canTransition,
  canTransitionPayment,
  type FulfilmentState,
  orderStatus,
  type PaymentState,
  paymentStatuses,
} from "./orders.ts";

type Stored = Parameters<typeof orderStatus>[0];

const legal = [
  "PENDING>PAID",
  "PENDING>CANCELLED",
  "PAID>FULFILLED",
  "PAID>CANCELLED",
  "PAID>REFUNDED",
  "FULFILLED>COMPLETED",
  "FULFILLED>REFUNDED",
  "COMPLETED>REFUNDED",
  "CANCELLED>REFUNDED",
];
const statuses: OrderStatus[] = [
  "PENDING",
  "PAID",
  "FULFILLED",
  "COMPLETED",
  "CANCELLED",
  "REFUNDED",
];
const payments: PaymentState[] = [
  "created",
  "processing",
  "completed",
  "failed",
  "expired",
  "cancelled",
  "refunded",
];
const fulfilments: FulfilmentState[] = ["unfulfilled", "fulfilled", "completed"];

test("an order takes these steps and no other", () => {
  const taken = statuses.flatMap((from) =>
    statuses.filter((to) => canTransition(from, to)).map((to) => `${from}>${to}`),
  );
  expect(taken.toSorted()).toEqual(legal.toSorted());
});

describe("a payment", () => {
  test("that is refunded stays refunded, and none returns to its first status", () => {
    for (const state of payments) {
      expect(canTransitionPayment("refunded", state)).toBe(false);
      expect(canTransitionPayment(state, "created")).toBe(false);
      expect(canTransitionPayment(state, state)).toBe(false);
    }
  });

  test("that was given up can still complete", () => {
    for (const state of payments)
      expect(canTransitionPayment(state, "completed")).toBe(
        !["completed", "refunded"].includes(state),
      );
  });

  test("that completed can only be refunded", () => {
    expect(payments.filter((to) => canTransitionPayment("completed", to))).toEqual(["refunded"]);
  });

  test("that expired or was canceled shows as failed", () => {
    expect(paymentStatuses).toMatchObject({ expired: "FAILED", cancelled: "FAILED" });
  });
});

describe("the visible status", () => {
  const cancelledAt = new Date("2026-11-20");
  test.each<[PaymentState, FulfilmentState, Date | null, boolean, string]>([
    ["created", "unfulfilled", null, false, "PENDING"],
    ["processing", "unfulfilled", null, false, "PENDING"],
    ["failed", "unfulfilled", null, false, "PENDING"],
    ["completed", "unfulfilled", null, false, "PAID"],
    ["completed", "fulfilled", null, false, "FULFILLED"],
    ["completed", "completed", null, false, "COMPLETED"],
    ["expired", "unfulfilled", cancelledAt, false, "CANCELLED"],
    ["completed", "unfulfilled", cancelledAt, false, "CANCELLED"],
    ["completed", "completed", null, true, "REFUNDED"],
    ["refunded", "unfulfilled", cancelledAt, false, "REFUNDED"],
  ])("of %s, %s, %s, %s is %s", (paymentState, fulfilmentState, cancelledAt, refunded, status) => {
    expect(orderStatus({ paymentState, fulfilmentState, cancelledAt, refunded })).toBe(status);
  });

  test("changes only by allowed steps in the life of an order", () => {
    const event = fc.oneof(
      fc.constantFrom(...payments).map((paymentState) => ({ paymentState })),
      fc.constantFrom(...fulfilments).map((fulfilmentState) => ({ fulfilmentState })),
      fc.constant({ cancelledAt }),
    );
    fc.assert(
      fc.property(fc.array(event, { maxLength: 30 }), (events) => {
        let order: Stored = {
          paymentState: "created",
          fulfilmentState: "unfulfilled",
          cancelledAt: null,
          refunded: false,
        };
        for (const event of events) {
          const next = { ...order, ...event };
          if (!allowed(order, next)) continue;
          const [from, to] = [orderStatus(order), orderStatus(next)];
          expect(from === to || canTransition(from, to), `${from} to ${to}`).toBe(true);
          order = next;
        }
      }),
    );
  });
});

// The steps the server's handlers allow, each by its own table.
function allowed(order: Stored, next: Stored): boolean {
  if (order.paymentState !== next.paymentState)
    return canTransitionPayment(order.paymentState, next.paymentState);
  const status = orderStatus(order);
  if (order.fulfilmentState !== next.fulfilmentState)
    return canTransition(status, next.fulfilmentState === "completed" ? "COMPLETED" : "FULFILLED");
  return canTransition(status, "CANCELLED");
}
