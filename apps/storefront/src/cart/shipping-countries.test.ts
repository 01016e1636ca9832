import { expect, test } from "vitest";
import { shippingCountries } from "./shipping-countries.ts";

const rates = [{}];
const whole = { states: [], postalCodes: [] };
type Some = { countries: string[]; rates: object[] };
const codes = (regions: Some[], country = "US") =>
  shippingCountries(
    regions.map((region) => ({ ...whole, ...region })),
    { country, language: "en" },
  ).map(({ value }) => value);

test("lists the countries of all regions with a rate, by name", () => {
  const regions = [
    { countries: ["US"], rates },
    { countries: ["IT", "DE", "AT"], rates },
    { countries: ["FR"], rates: [] },
  ];
  expect(codes(regions)).toEqual(["AT", "DE", "IT", "US"]);
});

test("with a rest-of-world region, lists all countries except those of regions without a rate", () => {
  const regions = [
    { countries: ["US"], rates },
    { countries: ["CU"], rates: [] },
    { countries: [], rates },
  ];
  const all = codes(regions);
  expect(all.length).toBeGreaterThan(200);
  expect(all).toContain("JP");
  expect(all).not.toContain("CU");
});

test("includes the chosen country even if nothing ships there, and only that one before the regions are known", () => {
  expect(codes([{ countries: ["US"], rates }], "FR")).toEqual(["FR", "US"]);
  expect(shippingCountries([], { country: "FR", language: "en" })).toEqual([
    { value: "FR", label: "France" },
  ]);
});
