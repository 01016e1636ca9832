import { describe, expect, test } from "vitest";
import { type TaxRate, taxOf, taxRateFor } from "./tax.ts";

test.each([
  [10_000, 800],
  [9_999, 800],
  [1_006, 80],
  [6, 0],
  [7, 1],
  [81, 6],
  [82, 7],
  [0, 0],
])("8 percent of %i is %i", (base, tax) => {
  expect(taxOf(base, 800)).toBe(tax);
});

test("rounds half a unit up", () => {
  expect(taxOf(50, 100)).toBe(1);
  expect(taxOf(150, 100)).toBe(2);
  expect(taxOf(49, 100)).toBe(0);
});

test.each([
  [12_200, 2_200, 2_200],
  [10_000, 2_200, 1_803],
  [3, 10_000, 2],
  [0, 2_200, 0],
])("%i includes %i basis points as %i", (price, basisPoints, tax) => {
  expect(taxOf(price, basisPoints, true)).toBe(tax);
});

describe("the rate", () => {
  test.each<[string, TaxRate[], string | undefined]>([
    ["none without rates", [], undefined],
    ["that of its class", [rate("us"), rate("books", { taxClass: "books" })], "books"],
    ["that of the standard class", [rate("us"), rate("food", { taxClass: "food" })], "us"],
    [
      "that of its class before that of its region",
      [rate("ca", { region: "CA" }), rate("books", { taxClass: "books" })],
      "books",
    ],
    ["that of the region", [rate("us"), rate("ca", { region: "CA" })], "ca"],
    [
      "that of the postal codes before that of the region",
      [rate("ca", { region: "CA" }), rate("zip", { postalFrom: "9", postalTo: "9" })],
      "zip",
    ],
    ["the latest", [rate("old"), rate("new", { startsOn: "2026-11-20" })], "new"],
    ["the lower id of two", [rate("b"), rate("a")], "a"],
  ])("is %s", (_, rates, id) => {
    const terms = {
      isIncluded: false,
      isShippingTaxed: false,
      reverseCharge: null,
      country: "US",
      rates,
    };
    expect(taxRateFor(terms, "books")?.id).toBe(id);
  });
});

const standard: TaxRate = {
  id: "",
  name: "",
  country: "US",
  region: "",
  postalFrom: "",
  postalTo: "",
  taxClass: "",
  basisPoints: 100,
  startsOn: null,
};

function rate(id: string, changes: Partial<TaxRate> = {}): TaxRate {
  return { ...standard, id, ...changes };
}
