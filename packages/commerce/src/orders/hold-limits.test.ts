import { array, assert, integer, property } from "fast-check";
import { describe, expect, test } from "vitest";
import { holdLimits } from "../constants.ts";
import { type Holds, levelsToCount, holdRefusalOf } from "./hold-limits.ts";

const nothing: Holds = {
  orders: 0,
  units: 0,
  storeUnits: 951,
  variants: {},
  discounts: [],
  endedUnits: 0,
  network: { orders: 0, units: 0, endedUnits: 0 },
  isTaken: false,
};
const of = (quantity: number, variantId = "a") => [{ variantId, quantity }];
const stocked = (stock: number, held = 0) => ({ a: { stock, held } });

describe("limits on unpaid holds", () => {
  test.each<[string, Partial<Holds>, number, object | null]>([
    ["the last unit of a shop", { storeUnits: 1, variants: stocked(1) }, 1, null],
    ["the last two of a variant", { variants: stocked(2) }, 2, null],
    ["all five of a variant in a larger shop", { variants: stocked(5) }, 5, null],
    ["seven of a shop's ten units", { storeUnits: 10, variants: stocked(10) }, 7, null],
    [
      "eight of a shop's ten units",
      { storeUnits: 10, variants: stocked(10) },
      8,
      { limit: "units", max: 7 },
    ],
    [
      "all ten units of a variant",
      { variants: stocked(10) },
      10,
      { limit: "variant", variantId: "a", max: 7 },
    ],
    [
      "an eighth of a variant's ten units",
      { units: 7, orders: 2, variants: stocked(10, 7) },
      1,
      { limit: "variant", variantId: "a", max: 0 },
    ],
    [
      "more units than the limit",
      { units: holdLimits.units - 1, variants: stocked(500) },
      2,
      { limit: "units", max: 1 },
    ],
    [
      "one order too many",
      { orders: holdLimits.orders, variants: stocked(500) },
      1,
      { limit: "orders", max: holdLimits.orders },
    ],
    [
      "the second of eight uses of a discount code",
      { discounts: [{ limit: 8, uses: 1 }] },
      1,
      null,
    ],
    ["its third use", { discounts: [{ limit: 8, uses: 2 }] }, 1, { limit: "code", max: 2 }],
    ["a code's only use", { discounts: [{ limit: 1, uses: 0 }] }, 1, null],
    [
      "less after orders ended unpaid",
      { endedUnits: 61, variants: stocked(500) },
      71,
      { limit: "units", max: 70 },
    ],
    [
      "a few units, however many orders ended unpaid",
      { endedUnits: 999, variants: stocked(500) },
      5,
      null,
    ],
    [
      "no more than those few units in addition to other orders",
      { endedUnits: 999, units: 3, orders: 1, variants: stocked(500) },
      3,
      { limit: "units", max: 2 },
    ],
    [
      "the last unit of a shop after two holds of it ended unpaid",
      { endedUnits: 2, storeUnits: 1 },
      1,
      null,
    ],
    [
      "one order too many of a network",
      {
        network: { orders: 8 * holdLimits.orders, units: 8, endedUnits: 0 },
        variants: stocked(500),
      },
      1,
      { limit: "orders", max: holdLimits.orders },
    ],
    [
      "more units than the limit of a network",
      {
        network: { orders: 8, units: 8 * holdLimits.units - 1, endedUnits: 0 },
        storeUnits: 2000,
        variants: stocked(500),
      },
      2,
      { limit: "units", max: 1 },
    ],
    [
      "more of a shop than a network may hold",
      { network: { orders: 8, units: 712, endedUnits: 0 }, variants: stocked(500) },
      2,
      { limit: "units", max: 1 },
    ],
    [
      "less after a network's orders ended unpaid",
      { network: { orders: 0, units: 0, endedUnits: 1260 }, variants: stocked(500) },
      84,
      { limit: "units", max: 83 },
    ],
    [
      "more units than a network may take for free",
      {
        network: { orders: 0, units: 199, endedUnits: 0 },
        variants: stocked(500),
        isTaken: true,
      },
      2,
      { limit: "units", max: 1 },
    ],
    ["as many units as the limit", { variants: stocked(500) }, holdLimits.units, null],
  ])("%s", (_, holds, quantity, expected) => {
    expect(holdRefusalOf({ ...nothing, ...holds }, of(quantity))).toEqual(expected);
  });

  test("never all units of a shop of three or more, whatever the cart", () => {
    const shop = array(integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 30 });
    assert(
      property(shop, (levels) => {
        const storeUnits = levels.slice(0, levelsToCount).reduce((sum, n) => sum + n, 0);
        if (storeUnits < 3) return;
        const held = new Map<string, number>();
        let [orders, units] = [0, 0];
        for (let placed = true; placed;) {
          placed = false;
          for (const [i, stock] of levels.entries()) {
            const mine = held.get(`${i}`) ?? 0;
            if (mine === stock) continue;
            const variants = { [`${i}`]: { stock, held: mine } };
            if (holdRefusalOf({ ...nothing, orders, units, storeUnits, variants }, of(1, `${i}`)))
              continue;
            held.set(`${i}`, mine + 1);
            orders += 1;
            units += 1;
            placed = true;
          }
        }
        expect(units).toBeLessThan(storeUnits);
      }),
    );
  });
});
