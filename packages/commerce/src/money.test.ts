import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  currencyDigits,
  formatMinor,
  formatMoney,
  roundHalfUp,
  toMajor,
  toMinor,
} from "./money.ts";
import { allocate, partOf } from "./pricing/shares.ts";

const amount = fc.integer({ min: 0, max: 10_000_000_000 });

describe("units of a currency", () => {
  test.each([
    ["USD", 2],
    ["JPY", 0],
    ["KWD", 3],
  ])("%s has %i decimals", (currency, digits) => {
    expect(currencyDigits(currency)).toBe(digits);
  });

  test.each([
    [19.99, "USD", 1999],
    [9.99, "USD", 999],
    [1.15, "USD", 115],
    [0.1 + 0.2, "USD", 30],
    [1.1 + 2.2, "USD", 330],
    [-0, "USD", 0],
    [-19.99, "USD", -1999],
    [1500, "JPY", 1500],
    [1.005, "KWD", 1005],
    [9_999_999.99, "USD", 999_999_999],
  ])("%d %s is %i minor units", (major, currency, minor) => {
    expect(toMinor(major, currency)).toBe(minor);
  });

  test.each([
    [1.005, "USD"],
    [0.001, "USD"],
    [1_000_000.004, "USD"],
    [9_999_999.999, "USD"],
    [1.5, "JPY"],
    [Number.NaN, "USD"],
    [Number.POSITIVE_INFINITY, "USD"],
    [1e300, "USD"],
  ])("%d is not an amount in %s", (major, currency) => {
    expect(() => toMinor(major, currency)).toThrow(RangeError);
  });

  test("refuses an unknown currency", () => {
    expect(() => currencyDigits("dollars")).toThrow(RangeError);
  });

  test("converting to the API and back loses nothing", () => {
    fc.assert(
      fc.property(amount, fc.constantFrom("USD", "JPY", "KWD", "EUR"), (minor, currency) => {
        expect(toMinor(toMajor(minor, currency), currency)).toBe(minor);
      }),
    );
  });
});

test.each([
  [1999, "USD", "en-US", "$19.99"],
  [123_456_789, "USD", "en-US", "$1,234,567.89"],
  [-0, "USD", "en-US", "$0.00"],
  [1500, "JPY", "en-US", "¥1,500"],
  [1999, "EUR", "de-DE", "19,99\u00a0€"],
])("%i of %s in %s reads %s", (minor, currency, locale, text) => {
  expect(formatMinor(minor, currency, locale)).toBe(text);
  expect(formatMoney(toMajor(minor, currency), currency, locale)).toBe(text);
});

test("an amount in a right-to-left language keeps its minus and currency sign in place within any text", () => {
  // The amount is isolated as a whole, and so are the Latin letters within it.
  expect(formatMoney(-15, "USD", "ar")).toBe("\u2067\u200f\u200e−15.00\u00a0\u2066US$\u2069\u2069");
  expect(formatMoney(15, "EUR", "ar")).toBe("\u2067\u200f15.00\u00a0€\u2069");
});

describe("roundHalfUp", () => {
  test.each([
    [5, 10, 1],
    [4, 10, 0],
    [15, 10, 2],
    [-5, 10, 0],
    [-6, 10, -1],
    [-15, 10, -1],
    [0, 7, 0],
    [-0, 7, 0],
    [Number.MAX_SAFE_INTEGER, 1, Number.MAX_SAFE_INTEGER],
    [Number.MAX_SAFE_INTEGER, 2, 4_503_599_627_370_496],
  ])("%d / %d is %d", (numerator, denominator, rounded) => {
    expect(roundHalfUp(numerator, denominator)).toBe(rounded);
  });

  test("agrees with BigInt", () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.integer({ min: 1 }), (numerator, denominator) => {
        const [n, d] = [BigInt(numerator), BigInt(denominator)];
        const twice = 2n * n + d;
        const floor = twice / (2n * d) - (twice < 0n && twice % (2n * d) !== 0n ? 1n : 0n);
        expect(roundHalfUp(numerator, denominator)).toBe(Number(floor));
      }),
    );
  });

  test.each([
    [0.5, 1],
    [1, 0],
    [1, -2],
    [2 ** 53, 1],
  ])("%d / %d is refused", (numerator, denominator) => {
    expect(() => roundHalfUp(numerator, denominator)).toThrow(RangeError);
  });
});

test("partOf is exact where the product exceeds 2^53", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 2 ** 51 }),
      fc.integer({ min: 0, max: 10_000 }),
      (amount, points) => {
        const exact = (BigInt(amount) * BigInt(points) * 2n + 10_000n) / 20_000n;
        expect(partOf(amount, points)).toBe(Number(exact));
      },
    ),
  );
  expect(() => partOf(-1, 100)).toThrow(RangeError);
  expect(() => partOf(100, 0.5)).toThrow(RangeError);
});

describe("allocate", () => {
  test.each([
    [100, [1, 1, 1], [34, 33, 33]],
    [5, [3, 7], [2, 3]],
    [-100, [1, 1, 1], [-34, -33, -33]],
    [10, [0, 0], [5, 5]],
    [10, [0, 3], [0, 10]],
    [0, [1, 2], [0, 0]],
    [0, [], []],
  ])("%i by %j is %j", (total, weights, parts) => {
    expect(allocate(total, weights)).toEqual(parts);
  });

  test("adds up exactly, and no part differs from its share by a whole unit", () => {
    const weights = fc.array(fc.integer({ min: 0, max: 2 ** 40 }), {
      minLength: 1,
      maxLength: 100,
    });
    fc.assert(
      fc.property(fc.integer({ min: -(2 ** 50), max: 2 ** 50 }), weights, (total, weights) => {
        const parts = allocate(total, weights);
        expect(parts.reduce((sum, part) => sum + BigInt(part), 0n)).toBe(BigInt(total));
        const sum = weights.reduce((all, weight) => all + BigInt(weight), 0n);
        if (sum === 0n) return;
        for (const [index, part] of parts.entries()) {
          const off = BigInt(part) * sum - BigInt(total) * BigInt(weights[index] ?? 0);
          expect(off > -sum && off < sum).toBe(true);
        }
      }),
    );
  });

  test.each([
    [1, []],
    [1, [-1, 2]],
    [1, [0.5]],
    [0.5, [1]],
    [1, [Number.MAX_SAFE_INTEGER, 1]],
  ])("%d by %j is refused", (total, weights) => {
    expect(() => allocate(total, weights)).toThrow(RangeError);
  });
});
