import { expect, test } from "vitest";
import { askedCountries, type Quoted, zonesOf } from "./shipping-zones.ts";

const quoted = (country: string, ...ids: string[]): Quoted => ({
  country,
  rates: ids.map((id) => ({
    id,
    name: "Standard",
    regularPrice: 9.99,
    freeAbove: 100,
    businessDays: { min: 8, max: 12 },
  })),
});

test("the store's country is asked for once and first", () => {
  expect(askedCountries("US")).toEqual(["US", "CA", "DE", "CH", "JP"]);
  expect(askedCountries("PT")[0]).toBe("PT");
});

test("countries with the same rates are one zone", () => {
  const zones = zonesOf(
    [quoted("US", "a"), quoted("CA", "b"), quoted("DE", "c"), quoted("CH", "c"), quoted("JP", "d")],
    "US",
    "en-US",
  );
  expect(zones.map(({ name }) => name)).toEqual([
    "United States",
    "Canada",
    "Europe",
    "Rest of World",
  ]);
  expect(zones.at(-1)?.restOfWorld).toBe(true);
});

test("a shop in the Union tells it from the rest of Europe", () => {
  const zones = zonesOf(
    [
      quoted("PT", "a"),
      quoted("US", "d"),
      quoted("CA", "d"),
      quoted("DE", "b"),
      quoted("CH", "c"),
      quoted("JP", "d"),
    ],
    "PT",
    "en-IE",
  );
  expect(zones.map(({ name }) => name)).toEqual([
    "Portugal",
    "Rest of World",
    "European Union",
    "Rest of Europe",
  ]);
});

test("where nothing is sent there is no zone", () => {
  expect(zonesOf([quoted("US", "a"), quoted("JP")], "US", "en-US")).toHaveLength(1);
});
