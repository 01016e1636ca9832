import { expect, test } from "vitest";
import { regionChoices } from "./country-regions.ts";

const valueOf = (region: string) => regionChoices("US", region, "State")?.value;

test("finds a state by its code or name, and keeps any other value as a choice", () => {
  expect([valueOf("TX"), valueOf("texas"), valueOf(" New York ")]).toEqual(["TX", "TX", "NY"]);
  const other = regionChoices("AU", "Somewhere", "State");
  expect(other?.value).toBe("Somewhere");
  expect(other?.options.slice(0, 3).map(({ label }) => label)).toEqual([
    "Choose a state",
    "Somewhere",
    "Australian Capital Territory",
  ]);
});

test("a country has no list if people type their region", () => {
  for (const country of ["IT", "BR", "GB"]) expect(regionChoices(country, "", "State")).toBeNull();
  for (const [country, count] of [
    ["US", 59],
    ["CA", 13],
    ["AU", 8],
  ] as const)
    expect(regionChoices(country, "", "State")?.options).toHaveLength(count + 1);
});
