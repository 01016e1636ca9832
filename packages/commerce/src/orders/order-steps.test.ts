import { expect, test } from "vitest";
import { orderSteps, type SteppedOrder, type SteppedShipment } from "./order-steps.ts";

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
  shipments: [],
};
const paid: SteppedOrder = { ...placed, status: "PAID", paidAt: at(2) };
const packed: SteppedShipment = {
  status: "PENDING",
  shippedAt: null,
  deliveredAt: null,
  returnedAt: null,
};
const sent: SteppedShipment = { ...packed, status: "SHIPPED", shippedAt: at(3) };
const arrived: SteppedShipment = { ...sent, status: "DELIVERED", deliveredAt: at(5) };
const returned: SteppedShipment = { ...arrived, status: "RETURNED", returnedAt: at(9) };

/** "paid done 02": a step with the day it was done. */
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
    "placed done 01, paid done 02, packed partial, shipped next, delivered next",
  ],
  [
    { ...paid, status: "FULFILLED", fulfillmentState: "FULFILLED", shipments: [sent, packed] },
    "placed done 01, paid done 02, packed done, shipped partial 03, delivered next",
  ],
  [
    { ...paid, status: "FULFILLED", fulfillmentState: "FULFILLED", shipments: [arrived, sent] },
    "placed done 01, paid done 02, packed done, shipped done 03, delivered partial 05",
  ],
  [
    {
      ...paid,
      status: "FULFILLED",
      fulfillmentState: "DELIVERED",
      deliveredAt: at(6),
      shipments: [arrived],
    },
    "placed done 01, paid done 02, packed done, shipped done 03, delivered done 06",
  ],
  // Nobody recorded the delivery.
  [
    {
      ...paid,
      status: "COMPLETED",
      fulfillmentState: "FULFILLED",
      completedAt: at(30),
      shipments: [sent],
    },
    "placed done 01, paid done 02, packed done, shipped done 03, delivered done",
  ],
  [
    { ...paid, fulfillmentState: "FULFILLED", isPickup: true, shipments: [sent] },
    "placed done 01, paid done 02, packed done, ready done 03, picked-up next",
  ],
  [
    {
      ...paid,
      status: "FULFILLED",
      fulfillmentState: "DELIVERED",
      returnState: "PARTIAL",
      shipments: [returned, arrived],
    },
    "placed done 01, paid done 02, packed done, shipped done 03, delivered done 05, returned partial 09",
  ],
  [{ ...placed, status: "CANCELLED", canceledAt: at(4) }, "placed done 01, canceled done 04"],
  [
    { ...paid, status: "REFUNDED", canceledAt: at(4) },
    "placed done 01, paid done 02, canceled done 04, refunded done",
  ],
  [
    { ...paid, status: "REFUNDED", fulfillmentState: "PARTIAL", shipments: [sent] },
    "placed done 01, paid done 02, packed partial, shipped partial 03, refunded done",
  ],
])("%#", (order, steps) => {
  expect(shown(order)).toBe(steps);
});
