import { countryCodes } from "@vetrina/contract/codes";
import { describe, expect, test } from "vitest";
import { addressRules } from "./addresses.ts";
import { postalCodeError, postalCodeExamples, writtenPostalCode } from "./postal-codes.ts";

describe("a postal code must have one of its country's forms", () => {
  test.each([
    ["DE", "10115"],
    ["US", "78701"],
    ["US", "78701-1234"],
    ["US", "787011234"],
    ["GB", "sw1a1aa"],
    ["GB", "M1 1AE"],
    ["CA", "k1a-0b1"],
    ["NL", "1012AB"],
    ["PL", "00001"],
    ["PT", "1000 001"],
    ["JP", "1000001"],
    ["SE", "11122"],
    ["LV", "1010"],
    ["LV", "LV-1010"],
    ["TW", "100"],
    ["TW", "10058"],
    ["IE", "D02 AF30"],
    ["AE", "whatever they write"],
    ["ZZ", "no such country"],
  ])("%s has %s", (country, code) => {
    expect(postalCodeError(country, code)).toBeUndefined();
  });

  test.each([
    ["DE", "1011", "Enter a postal code with 5 digits, like 10115."],
    ["DE", "101155", "Enter a postal code with 5 digits, like 10115."],
    ["DE", "1O115", "Enter a postal code with 5 digits, like 10115."],
    ["DE", "D-10115", "Enter a postal code with 5 digits, like 10115."],
    ["AT", "10101", "Enter a postal code with 4 digits, like 1010."],
    ["GB", "10115", "Enter a postal code like SW1A 1AA."],
    ["CA", "90210", "Enter a postal code like K1A 0B1."],
    ["PL", "00-01", "Enter a postal code with 5 digits, like 00-001."],
    ["US", "78701-12", "Enter a postal code with 5 digits, like 78701."],
    ["IT", "١٠١١٥", "Enter a postal code with 5 digits, like 20144."],
  ])("%s doesn't have %s", (country, code, message) => {
    expect(postalCodeError(country, code)).toBe(message);
  });

  test.each([
    ["CA", "m5h1j9", "M5H 1J9"],
    ["GB", "sw1a1aa", "SW1A 1AA"],
    ["GB", "M11AE", "M1 1AE"],
    ["US", "787011234", "78701-1234"],
    ["PT", "4050 262", "4050-262"],
    ["DE", " 10115 ", "10115"],
    ["CA", "90210", "90210"],
    ["AE", "p.o. box 7", "p.o. box 7"],
  ])("%s: %s is written %s", (country, code, written) => {
    expect(writtenPostalCode(country, code)).toBe(written);
  });

  test("every example is written as it is", () => {
    for (const [country, examples] of Object.entries(postalCodeExamples))
      for (const example of examples.split("|"))
        expect(writtenPostalCode(country, example)).toBe(example);
  });

  test("the message uses the country's term for the code", () => {
    expect(postalCodeError("US", "7870", "ZIP code")).toBe(
      "Enter a ZIP code with 5 digits, like 78701.",
    );
  });

  test("every example belongs to a country whose addresses have a postal code", () => {
    const countries = Object.keys(postalCodeExamples);
    expect(countries.filter((country) => !countryCodes.has(country))).toEqual([]);
    expect(countries.filter((country) => !addressRules(country).postalCode.required)).toEqual([]);
    const refused = countries.flatMap((country) =>
      (postalCodeExamples[country] ?? "")
        .split("|")
        .flatMap((example) => postalCodeError(country, example) ?? []),
    );
    expect(refused).toEqual([]);
  });
});
