import * as fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import {
  createAreaIndex,
  isWhole,
  overlaps,
  postalKey,
  type ShippingArea,
} from "./shipping-areas.ts";

const whole = (country: string): ShippingArea => ({
  country,
  state: "",
  postalFrom: "",
  postalTo: "",
});
const state = (country: string, name: string) => ({ ...whole(country), state: name });
const codes = (country: string, postalFrom: string, postalTo: string) => ({
  ...whole(country),
  postalFrom,
  postalTo,
});

describe("areas", () => {
  test.each([
    [whole("US"), whole("US"), true],
    [whole("US"), whole("CA"), false],
    [whole("*"), whole("*"), true],
    [whole("*"), whole("US"), false],
    // A part of a country may be in a different region than the rest of the country.
    [whole("US"), state("US", "AK"), false],
    [whole("GB"), codes("GB", "BT1", "BT9"), false],
    [state("US", "AK"), state("US", "HI"), false],
    [state("IT", "Sardegna"), state("IT", "SARDEGNA"), true],
    [state("US", "AK"), codes("US", "99500", "99999"), true],
    [codes("US", "10000", "19999"), codes("US", "20000", "29999"), false],
    [codes("US", "10000", "20000"), codes("US", "20000", "29999"), true],
    [codes("US", "10000", "20000"), codes("CA", "10000", "20000"), false],
    // Ranges whose codes differ in length
    [codes("US", "1", "2"), codes("US", "29999", "29999"), true],
    [codes("US", "1", "2"), codes("US", "30000", "39999"), false],
    [codes("GB", "BT1", "BT1"), codes("GB", "BT10", "BT19"), true],
  ])("%j and %j: %s", (a, b, expected) => {
    expect(overlaps(a, b)).toBe(expected);
    expect(overlaps(b, a)).toBe(expected);
  });

  test("are found by the index as by comparing them one by one", () => {
    const range = fc.integer({ min: 1, max: 3 }).chain((length) =>
      fc.tuple(digits(length), digits(length)).map((ends) => {
        const [from = "", to = ""] = ends.toSorted();
        return codes("US", from, to);
      }),
    );
    const name = fc.constantFrom("AK", "ak", "HI", "CA");
    const area = fc.oneof(
      { weight: 8, arbitrary: range },
      fc.constantFrom(whole("US"), whole("CA")),
      { weight: 3, arbitrary: name.map((one) => state("CA", one)) },
      name.map((one) => state("US", one)),
    );
    fc.assert(
      fc.property(fc.array(area, { maxLength: 40 }), (areas) => {
        const index = createAreaIndex<ShippingArea>();
        const kept: ShippingArea[] = [];
        for (const each of areas) {
          const found = index.overlapping(each);
          const overlapped = kept.filter((other) => overlaps(each, other));
          expect(overlapped.includes(found ?? each)).toBe(overlapped.length > 0);
          if (found === undefined) {
            index.add(each);
            kept.push(each);
          }
        }
        expect(index.wholeCountry("US")).toBe(
          kept.find((other) => other.country === "US" && isWhole(other)),
        );
      }),
    );
  });

  test("have each state folded once, however many are compared", () => {
    const folds = vi.spyOn(String.prototype, "toLowerCase");
    const index = createAreaIndex(Array.from({ length: 300 }, (_, i) => state("FR", `Σ${i}`)));
    for (let i = 300; i < 600; i += 1)
      expect(index.overlapping(state("FR", `σ${i}`))).toBeUndefined();
    expect(folds.mock.calls.length).toBeLessThan(700);
    folds.mockRestore();
  });

  test("of postal codes overlap if and only if they share a code", () => {
    const range = fc.integer({ min: 1, max: 3 }).chain((length) =>
      fc.tuple(digits(length), digits(length)).map((ends) => {
        const [from = "", to = ""] = ends.toSorted();
        return codes("US", from, to);
      }),
    );
    const all = Array.from({ length: 1000 }, (_, n) => String(n).padStart(3, "0"));
    fc.assert(
      fc.property(range, range, (a, b) => {
        expect(overlaps(a, b)).toBe(all.some((code) => isIn(code, a) && isIn(code, b)));
      }),
    );
  });
});

test("postal codes are compared without spaces, hyphens and case", () => {
  expect(["sw1a 1aa", "12345-678", " 90210 "].map(postalKey)).toEqual([
    "SW1A1AA",
    "12345678",
    "90210",
  ]);
  expect(isWhole(whole("US")) && !isWhole(state("US", "AK"))).toBe(true);
});

function isIn(code: string, { postalFrom, postalTo }: ShippingArea): boolean {
  const beginning = code.slice(0, postalFrom.length);
  return postalFrom <= beginning && beginning <= postalTo;
}

function digits(length: number) {
  return fc.nat(10 ** length - 1).map((n) => String(n).padStart(length, "0"));
}
