import { expect, test } from "vitest";
import { buyerChanges, type ChangeableOrder } from "./buyer-changes.ts";

const paid: ChangeableOrder = {
  status: "PAID",
  fulfillmentState: "unfulfilled",
  isBeingPaid: false,
  hasMoney: true,
  isPaidBack: false,
  hasOpenChange: false,
  isPaidManually: false,
};
const unpaid: ChangeableOrder = { ...paid, status: "PENDING", hasMoney: false };
const nothing = { address: false, sizes: false, cancel: false };

test.each<[string, ChangeableOrder, object]>([
  ["paid", paid, { address: true, sizes: true, cancel: true }],
  [
    "paid without a provider",
    { ...paid, isPaidManually: true },
    { address: true, sizes: true, cancel: false },
  ],
  [
    "changed by staff, not paid yet",
    { ...paid, hasOpenChange: true },
    { address: false, sizes: false, cancel: true },
  ],
  ["paid back", { ...paid, hasMoney: false, isPaidBack: true }, { ...nothing, cancel: true }],
  ["partly packed", { ...paid, fulfillmentState: "partial" }, nothing],
  ["completely packed", { ...paid, status: "FULFILLED", fulfillmentState: "fulfilled" }, nothing],
  ["complete", { ...paid, status: "COMPLETED", fulfillmentState: "delivered" }, nothing],
  ["canceled", { ...paid, status: "CANCELLED" }, nothing],
  ["refunded", { ...paid, status: "REFUNDED" }, nothing],
  ["unpaid", unpaid, { ...nothing, cancel: true }],
  ["being paid", { ...unpaid, isBeingPaid: true }, nothing],
  ["partly paid", { ...unpaid, hasMoney: true }, nothing],
])("an order that is %s", (_state, order, changes) => {
  expect(buyerChanges(order)).toEqual(changes);
});
