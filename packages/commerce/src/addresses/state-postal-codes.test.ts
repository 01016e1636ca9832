import { describe, expect, test } from "vitest";
import { isPostalCodeOfState, otherStates } from "./state-postal-codes.ts";
import { statesOf } from "./states.ts";

const nowhere = (country: string, codes: readonly string[]) =>
  codes.filter(
    (code) =>
      !(statesOf(country) ?? []).some((state) => isPostalCodeOfState(country, state.code, code)),
  );
const digits = (n: number) => Array.from({ length: 10 ** n }, (_, i) => String(i).padStart(n, "0"));

describe("a postal code", () => {
  test.each([
    ["US", "CA", "90210"],
    ["US", "California", "94105-1234"],
    ["US", "HI", "96801"],
    ["US", "NY", "06390"],
    ["US", "CT", "06103"],
    ["US", "WY", "83414"],
    ["US", "DC", "20500"],
    ["US", "TX", "78701"],
    ["US", "PR", "00901"],
    ["CA", "ON", "k1a 0b1"],
    ["CA", "QC", "K1A 0B1"],
    ["CA", "NU", "X0C 0A0"],
    ["AU", "NSW", "2000"],
    ["AU", "NSW", "3585"],
    ["AU", "WA", "0872"],
    ["AU", "ACT", "2600"],
    // Countries without a list of states, unlisted states, and codes that are missing or too short to tell.
    ["IT", "MI", "09124"],
    ["US", "Nowhere", "90210"],
    ["US", "OR", ""],
    ["US", "OR", "9"],
  ])("of %s can be in %s: %s", (country, state, code) => {
    expect(isPostalCodeOfState(country, state, code)).toBe(true);
  });

  test.each([
    ["US", "OR", "90210"],
    ["US", "TX", "96801"],
    ["US", "ID", "83120"],
    ["US", "NY", "06103"],
    ["CA", "BC", "K1A 0B1"],
    ["AU", "TAS", "2000"],
    ["AU", "VIC", "2000"],
  ])("of %s can't be in %s: %s", (country, state, code) => {
    expect(isPostalCodeOfState(country, state, code)).toBe(false);
  });

  test("belongs to a state whatever its first digits, except digits that no postal service uses", () => {
    expect(
      nowhere(
        "US",
        digits(3).map((start) => `${start}01`),
      ),
    ).toEqual(
      "000 001 002 003 004 428 429 568 839 886 887 888".split(" ").map((start) => `${start}01`),
    );
    expect(nowhere("CA", "ABCEGHJKLMNPRSTVXY".split(""))).toEqual([]);
    expect(
      nowhere(
        "AU",
        digits(2).map((start) => `${start}50`),
      ),
    ).toEqual("00 01 03 04 05 06 07".split(" ").map((start) => `${start}50`));
  });
});

describe("the states that a postal code is in, if the given one isn't among them", () => {
  test.each([
    ["US", "MA", "90210", ["California"]],
    ["US", "massachusetts", "90210-1234", ["California"]],
    ["CA", "BC", "k1a 0b1", ["Ontario", "Quebec"]],
    ["US", "CA", "90210", []],
    // No state has the code, the state isn't listed, or there is nothing to compare.
    ["US", "MA", "88888", []],
    ["US", "Nowhere", "90210", []],
    ["US", "", "90210", []],
    ["US", "MA", "", []],
    ["IT", "MI", "90210", []],
  ])("of %s, %s and %s", (country, state, code, expected) => {
    expect(otherStates(country, state, code)).toEqual(expected);
  });
});
