import { expect, test } from "vitest";
import { countryCodes, currencyCodes } from "./codes.ts";
import { StoreUpdate } from "./stores/store-settings.ts";

test("every code has a name, and only current countries and currencies are listed", () => {
  const options = { fallback: "none" } as const;
  const countries = new Intl.DisplayNames("en", { ...options, type: "region" });
  const currencies = new Intl.DisplayNames("en", { ...options, type: "currency" });
  expect([...countryCodes].filter((code) => countries.of(code) === undefined)).toEqual([]);
  expect([...currencyCodes].filter((code) => currencies.of(code) === undefined)).toEqual([]);
  expect([countryCodes.size, currencyCodes.size]).toEqual([250, 155]);
});

test.each([
  ["country", ["US", "XK", "AX"], ["ZZ", "XX", "EU", "UN", "UK", "SU", "IC", "us"]],
  ["currency", ["USD", "JPY", "XOF"], ["XBA", "XTS", "XAU", "DEM", "usd"]],
  ["locale", ["en-US", "es-419", "pt-BR", "de"], ["en-ZZ", "en-EU", "fi-FI", "en_US", "x"]],
  ["timeZone", ["UTC", "Europe/Rome", "Asia/Calcutta"], ["+02:00", "-05", "Mars/Base", ""]],
])("accepts only a store %s that exists", (field, known, unknown) => {
  for (const value of known) expect(StoreUpdate.safeParse({ [field]: value }).success).toBe(true);
  const taken = unknown.filter((value) => StoreUpdate.safeParse({ [field]: value }).success);
  expect(taken).toEqual([]);
});
