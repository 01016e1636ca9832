import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { PriceChange } from "@vetrina/contract/catalogue/bulk-changes";
import { currencyDigits, toMajor } from "../money.ts";
import { changePrices, type Prices, roundPrice } from "./price-changes.ts";

const prices = (price: number, regularPrice: number | null = null): Prices => ({
  price,
  regularPrice,
});

describe("a price change", () => {
  test.each<[PriceChange, Prices, ReturnType<typeof changePrices>]>([
    [{ set: 19.99 }, prices(4000), prices(1999)],
    [{ set: 0 }, prices(4000), prices(0)],
    [{ add: 5 }, prices(4000), prices(4500)],
    [{ add: -5.5 }, prices(4000), prices(3450)],
    [{ add: -40 }, prices(4000), prices(0)],
    [{ add: -40.01 }, prices(4000), "BELOW_ZERO"],
    [{ percent: -20 }, prices(4000), prices(3200)],
    [{ percent: -100 }, prices(4000), prices(0)],
    [{ percent: 12.5 }, prices(999), prices(1124)],
    [{ percent: 50 }, prices(1), prices(2)],
    [{ percent: -50 }, prices(1), "UNCHANGED"],
    [{ percent: 0.01 }, prices(5000), prices(5001)],
    [{ percent: 1000 }, prices(2_000_000_000), "TOO_LARGE"],
    [{ percent: -15, rounding: { ending: 0.99 } }, prices(4000), prices(3399)],
    [{ percent: -15, rounding: { ending: 0.9, direction: "UP" } }, prices(4000), prices(3490)],
    [{ percent: -15, rounding: { ending: 0, direction: "DOWN" } }, prices(4050), prices(3400)],
    [{ add: 1, rounding: { ending: 0 } }, prices(4000), prices(4100)],
    [{ percent: -99, rounding: { ending: 0.99, direction: "DOWN" } }, prices(4000), "BELOW_ZERO"],
    [{ percent: -20, regularPrice: "OLD_PRICE" }, prices(4000), prices(3200, 4000)],
    [{ percent: -20, regularPrice: "OLD_PRICE" }, prices(4000, 6000), prices(3200, 6000)],
    [{ percent: 20, regularPrice: "OLD_PRICE" }, prices(4000), "NOT_BELOW_REGULAR"],
    [{ percent: -20 }, prices(4000, 6000), prices(3200, 6000)],
    [{ percent: 50 }, prices(4000, 6000), "NOT_BELOW_REGULAR"],
    [{ percent: 50, regularPrice: "NONE" }, prices(4000, 6000), prices(6000)],
    [{ set: 40, regularPrice: 50 }, prices(4000), prices(4000, 5000)],
    [{ set: 40, regularPrice: 40 }, prices(4000), "NOT_BELOW_REGULAR"],
    [{ set: 40 }, prices(4000, 5000), "UNCHANGED"],
    [{ endSale: true }, prices(4000, 5000), prices(5000)],
    [{ endSale: true }, prices(4000), "NOT_REDUCED"],
  ])("%j of %j is %j", (change, before, after) => {
    expect(changePrices(before, change, "USD")).toEqual(after);
  });

  test.each<[PriceChange, string, number, number]>([
    [{ percent: -15 }, "JPY", 1990, 1692],
    [{ percent: -15, rounding: { ending: 80, step: 100 } }, "JPY", 1990, 1680],
    [{ percent: -15, rounding: { ending: 0.99 } }, "KWD", 19_900, 16_990],
    [{ percent: -15, rounding: { ending: 0.995, direction: "UP" } }, "KWD", 19_900, 16_995],
    [{ add: -0.001 }, "KWD", 1, 0],
  ])("%j in %s changes %i to %i", (change, currency, before, after) => {
    expect(changePrices(prices(before), change, currency)).toEqual(prices(after));
  });

  test.each<[PriceChange, string]>([
    [{ set: 19.99 }, "JPY"],
    [{ add: 0.001 }, "USD"],
    [{ percent: 1, rounding: { ending: 0.99 } }, "JPY"],
    [{ percent: 1, regularPrice: 1.005 }, "USD"],
  ])("%j is not a valid change in %s", (change, currency) => {
    expect(() => changePrices(prices(100), change, currency)).toThrow(RangeError);
  });
});

const currency = fc.constantFrom("USD", "JPY", "KWD");
const minor = fc.integer({ min: 0, max: 2_147_483_647 });
const before = fc
  .tuple(minor, fc.option(minor))
  .map(([price, more]) =>
    prices(price, more !== null && more > price && price < 2_147_483_647 ? more : null),
  );
const regularPrice = fc.constantFrom("KEEP" as const, "OLD_PRICE" as const, "NONE" as const);
const roundingIn = (code: string) =>
  fc
    .tuple(
      fc.integer({ min: 1, max: 100_000 }),
      fc.nat(),
      fc.constantFrom("NEAREST" as const, "UP" as const, "DOWN" as const),
    )
    .map(([step, ending, direction]) => ({
      step: toMajor(step, code),
      ending: toMajor(ending % step, code),
      direction,
    }));
const changeIn = (code: string): fc.Arbitrary<PriceChange> =>
  fc.oneof(
    fc.record({ set: minor.map((one) => toMajor(one, code)), regularPrice }),
    fc.record(
      {
        add: fc.integer({ min: -1_000_000, max: 1_000_000 }).map((one) => toMajor(one, code)),
        regularPrice,
        rounding: roundingIn(code),
      },
      { requiredKeys: ["add"] },
    ),
    fc.record(
      {
        percent: fc.integer({ min: -10_000, max: 100_000 }).map((points) => points / 100),
        regularPrice,
        rounding: roundingIn(code),
      },
      { requiredKeys: ["percent"] },
    ),
    fc.constant<PriceChange>({ endSale: true }),
  );

test("changed prices are whole minor units of 0 or more, below the regular price, and not the same as before", () => {
  const cases = currency.chain((code) => fc.tuple(fc.constant(code), before, changeIn(code)));
  fc.assert(
    fc.property(cases, ([code, from, change]) => {
      const to = changePrices(from, change, code);
      if (typeof to === "string") return;
      expect(Number.isInteger(to.price) && to.price >= 0 && to.price <= 2_147_483_647).toBe(true);
      expect(to.regularPrice === null || to.regularPrice > to.price).toBe(true);
      expect(to).not.toEqual(from);
    }),
  );
});

test("a percentage is exact to the half unit, at any size", () => {
  fc.assert(
    fc.property(minor, fc.integer({ min: -10_000, max: 100_000 }), (price, points) => {
      const exact = (BigInt(price) * BigInt(10_000 + points) * 2n + 10_000n) / 20_000n;
      const to = changePrices(prices(price), { percent: points / 100 }, "USD");
      const fits = exact === BigInt(price) ? "UNCHANGED" : prices(Number(exact));
      expect(to).toEqual(exact > 2_147_483_647n ? "TOO_LARGE" : fits);
    }),
  );
});

test("a rounded price has the ending, and is less than a step away in the right direction", () => {
  const cases = currency.chain((code) => fc.tuple(fc.constant(code), minor, roundingIn(code)));
  fc.assert(
    fc.property(cases, ([code, price, rounding]) => {
      const rounded = roundPrice(price, rounding, code);
      const scale = 10 ** currencyDigits(code);
      const [step, ending] = [rounding.step * scale, rounding.ending * scale].map(Math.round);
      if (step === undefined || ending === undefined) throw new Error("no step");
      expect((((rounded - ending) % step) + step) % step).toBe(0);
      const below = price - rounded;
      const { direction } = rounding;
      const fits = {
        UP: below <= 0 && below > -step,
        DOWN: below >= 0 && below < step,
        NEAREST: rounded >= 0 && below < step / 2 && (below >= -step / 2 || rounded < step),
      };
      expect(fits[direction]).toBe(true);
    }),
  );
});
