import { expect, test } from "vitest";
import {
  canBeReturned,
  lastRefundAt,
  orderSteps,
  type SteppedOrder,
  type SteppedShipment,
} from "./order-steps.ts";

const at = (day: number) => `2026-11-${String(day).padStart(2, "0")}T10:00:00.000Z`;
const placed: SteppedOrder = {
  status: "PENDING",
  fulfillmentState: "UNFULFILLED",
  returnState: "NONE",
  createdAt: at(1),
  paidAt: null,
  deliveredAt: null,
  completedAt: null,
  canceledAt: null,
  isPickup: false,
  refundedAt: null,
  shipments: [],
};
const paid: SteppedOrder = { ...placed, status: "PAID", paidAt: at(2) };
const packed: SteppedShipment = {
  status: "PENDING",
  createdAt: at(3),
  shippedAt: null,
  deliveredAt: null,
  returnedAt: null,
};
const sent: SteppedShipment = { ...packed, status: "SHIPPED", shippedAt: at(3) };
const arrived: SteppedShipment = { ...sent, status: "DELIVERED", deliveredAt: at(5) };
const returned: SteppedShipment = { ...arrived, status: "RETURNED", returnedAt: at(9) };

/** The steps as text. "paid done 02" is a step with the day when it was done. */
function shown(order: SteppedOrder): string {
  return orderSteps(order)
    .map(({ name, state, at: time }) => [name, state, time?.slice(8, 10)].filter(Boolean).join(" "))
    .join(", ");
}

test.each<[SteppedOrder, string]>([
  [placed, "placed done 01, paid next, packed next, shipped next, delivered next"],
  [paid, "placed done 01, paid done 02, packed next, shipped next, delivered next"],
  [
    { ...paid, fulfillmentState: "PARTIAL", shipments: [packed] },
    "placed done 01, paid done 02, packed partial 03, shipped next, delivered next",
  ],
  [
    { ...paid, status: "FULFILLED", fulfillmentState: "FULFILLED", shipments: [sent, packed] },
    "placed done 01, paid done 02, packed done 03, shipped partial 03, delivered next",
  ],
  [
    { ...paid, status: "FULFILLED", fulfillmentState: "FULFILLED", shipments: [arrived, sent] },
    "placed done 01, paid done 02, packed done 03, shipped done 03, delivered partial 05",
  ],
  [
    {
      ...paid,
      status: "FULFILLED",
      fulfillmentState: "DELIVERED",
      deliveredAt: at(6),
      shipments: [arrived],
    },
    "placed done 01, paid done 02, packed done 03, shipped done 03, delivered done 06",
  ],
  // An order whose delivery was not recorded.
  [
    {
      ...paid,
      status: "COMPLETED",
      fulfillmentState: "FULFILLED",
      completedAt: at(30),
      shipments: [sent],
    },
    "placed done 01, paid done 02, packed done 03, shipped done 03, delivered done",
  ],
  [
    { ...paid, fulfillmentState: "FULFILLED", isPickup: true, shipments: [sent] },
    "placed done 01, paid done 02, packed done 03, ready done 03, picked-up next",
  ],
  [
    {
      ...paid,
      status: "FULFILLED",
      fulfillmentState: "DELIVERED",
      returnState: "PARTIAL",
      shipments: [returned, arrived],
    },
    "placed done 01, paid done 02, packed done 03, shipped done 03, delivered done 05, returned partial 09",
  ],
  [{ ...placed, status: "CANCELLED", canceledAt: at(4) }, "placed done 01, canceled done 04"],
  [
    { ...paid, status: "REFUNDED", canceledAt: at(4), refundedAt: at(5) },
    "placed done 01, paid done 02, canceled done 04, refunded done 05",
  ],
  [
    {
      ...paid,
      status: "REFUNDED",
      fulfillmentState: "PARTIAL",
      refundedAt: at(8),
      shipments: [sent],
    },
    "placed done 01, paid done 02, packed partial 03, shipped partial 03, refunded done 08",
  ],
  // A partly refunded order.
  [
    { ...paid, refundedAt: at(3) },
    "placed done 01, paid done 02, packed next, shipped next, delivered next",
  ],
])("%#", (order, steps) => {
  expect(shown(order)).toBe(steps);
});

test.each<[Partial<SteppedOrder>, boolean]>([
  [placed, false],
  [paid, false],
  [{ status: "PAID", shipments: [packed] }, false],
  [{ status: "PAID", shipments: [packed, sent] }, true],
  [{ status: "FULFILLED", shipments: [arrived] }, true],
  [{ status: "COMPLETED", shipments: [sent] }, true],
  [{ status: "FULFILLED", isPickup: true, shipments: [sent] }, false],
  [{ status: "COMPLETED", isPickup: true, shipments: [sent] }, true],
  [{ status: "FULFILLED", isPickup: true, shipments: [arrived] }, true],
  [{ status: "FULFILLED", shipments: [{ ...returned, status: "RETURNED" }] }, false],
  [{ status: "CANCELLED", shipments: [sent] }, false],
  [{ status: "REFUNDED", shipments: [arrived] }, false],
])("a return is offered once something has been sent: %#", (order, isOffered) => {
  expect(canBeReturned({ ...paid, ...order })).toBe(isOffered);
});

test("the last refund is the one completed last", () => {
  const refunds = [at(4), null, at(7), at(5)].map((completedAt) => ({ completedAt }));
  expect(lastRefundAt(refunds)).toBe(at(7));
  expect(lastRefundAt([])).toBeNull();
  expect(lastRefundAt([{ completedAt: null }])).toBeNull();
});
