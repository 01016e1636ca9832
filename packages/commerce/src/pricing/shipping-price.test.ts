import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { rateFor } from "./free-products.ts";
import { fixedPrice, priceShipping, type RatePrice, remainingForFree } from "./shipping-price.ts";

const standard: RatePrice = { ...fixedPrice(999), freeAbove: 10_000 };
const nextDay = fixedPrice(2999);

function parcel(subtotal: number, weight = 0) {
  return { subtotal, weight };
}

describe("the price", () => {
  test.each([
    [0, 999, 10_001],
    [6_000, 999, 4_001],
    [9_999, 999, 2],
    [10_000, 999, 1],
    [10_001, 0, null],
    [50_000, 0, null],
  ])("of Standard for %i is %i, with %s missing for free shipping", (subtotal, price, missing) => {
    expect(priceShipping(standard, parcel(subtotal)).amount).toBe(price);
    expect(remainingForFree(standard, parcel(subtotal))).toBe(missing);
  });

  test("is 0 with exactly the missing amount, and not with one unit less", () => {
    fc.assert(
      fc.property(fc.nat(10_000), (subtotal) => {
        const missing = remainingForFree(standard, parcel(subtotal)) ?? 0;
        expect(priceShipping(standard, parcel(subtotal + missing)).amount).toBe(0);
        expect(priceShipping(standard, parcel(subtotal + missing - 1)).amount).toBe(999);
      }),
    );
  });

  test("without a threshold doesn't depend on the subtotal", () => {
    expect(priceShipping(nextDay, parcel(1_000_000))).toEqual({ amount: 2999, reason: "PRICE" });
    expect(remainingForFree(nextDay, parcel(0))).toBeNull();
    expect(remainingForFree({ ...standard, price: 0 }, parcel(500))).toBeNull();
  });

  test.each([
    [0, 500],
    [1_999, 500],
    [2_000, 800],
    [90_000, 1_500],
  ])("by weight of %i grams is %i", (weight, amount) => {
    const prices = [
      { from: 0, price: 500 },
      { from: 2_000, price: 800 },
      { from: 10_000, price: 1_500 },
    ];
    const rate = { ...nextDay, steps: { by: "WEIGHT" as const, prices } };
    expect(priceShipping(rate, parcel(7_000, weight))).toEqual({ amount, reason: "WEIGHT" });
  });

  test("by subtotal depends on the discounted subtotal", () => {
    const prices = [
      { from: 0, price: 900 },
      { from: 5_000, price: 400 },
    ];
    const rate = { ...standard, steps: { by: "SUBTOTAL" as const, prices } };
    expect(priceShipping(rate, parcel(4_999)).amount).toBe(900);
    expect(priceShipping(rate, parcel(5_000)).amount).toBe(400);
    expect(priceShipping(rate, parcel(10_001))).toEqual({ amount: 0, reason: "THRESHOLD" });
  });

  test("is 0 if all lines are of products that ship free", () => {
    const rate = { price: 2999, freeAbove: null, freeFor: ["card", "book"] };
    const of = (...products: string[]) =>
      priceShipping(rateFor(rate, new Set(products)), parcel(100)).amount;
    expect([of("card", "book"), of("card", "dress"), of("dress")]).toEqual([0, 2999, 2999]);
    expect(rateFor({ freeFor: [] }, new Set())).toMatchObject({ isFreeForProducts: false });
  });
});
