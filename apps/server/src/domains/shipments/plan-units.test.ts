import { expect, test } from "vitest";
import { lastShares, planUnits } from "./plan-units.ts";

const wanted = (quantity: number, orderItemId = "item") => ({
  orderItemId,
  variantId: "v",
  quantity,
});
const sold = (location: string, units: number, restocked = 0) => ({
  variantId: "v",
  location,
  sold: units,
  restocked,
});
const placesOf = (plan: ReturnType<typeof planUnits>) =>
  plan.lines.map(({ location, quantity }) => [location, quantity]);

test("units that are for sale again are taken last", () => {
  const ledger = [sold("a", 2, 1), sold("b", 1)];
  expect(placesOf(planUnits([wanted(2)], ledger, [], undefined))).toEqual([
    ["a", 1],
    ["b", 1],
  ]);
  // The shipped unit was restocked when it was refunded, so the unshipped unit is still available.
  const shipped = [{ variantId: "v", location: "a", quantity: 1 }];
  expect(placesOf(planUnits([wanted(1)], [sold("a", 2, 1)], shipped, undefined))).toEqual([
    ["a", 1],
  ]);
});

test("two items of one variant share the units of each location", () => {
  const both = [wanted(2, "one"), wanted(2, "two")];
  const plan = planUnits(both, [sold("a", 3), sold("b", 1)], [], undefined);
  expect(plan.lines).toMatchObject([
    { orderItemId: "one", location: "a", quantity: 2 },
    { orderItemId: "two", location: "a", quantity: 1 },
    { orderItemId: "two", location: "b", quantity: 1 },
  ]);
  expect(plan.moves).toEqual([]);
});

test("with a given location, only units that were sold elsewhere move", () => {
  const ledger = [sold("a", 2), sold("b", 1), sold("c", 1)];
  const plan = planUnits([wanted(1, "one"), wanted(3, "two")], ledger, [], "b");
  expect(placesOf(plan)).toEqual([
    ["b", 1],
    ["b", 3],
  ]);
  expect(plan.moves).toEqual([
    { variantId: "v", from: "a", to: "b", quantity: 2 },
    { variantId: "v", from: "c", to: "b", quantity: 1 },
  ]);
});

const share = (location: string, quantity: number) => ({ variantId: "v", location, quantity });

test("units that are for sale again are the last shares", () => {
  const wish = [wanted(2, "one"), wanted(1, "two")];
  const { shares } = planUnits(wish, [sold("a", 2, 1), sold("b", 1)], [], undefined);
  const last = (units: number) => lastShares(shares, new Map([["v", units]]));
  expect(shares).toEqual([share("a", 1), share("b", 1), share("a", 1)]);
  expect(last(0)).toEqual([]);
  expect(last(1)).toEqual([share("a", 1)]);
  expect(last(9)).toEqual([share("a", 2), share("b", 1)]);
});
