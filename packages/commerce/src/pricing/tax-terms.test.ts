import { describe, expect, test, vi } from "vitest";
import { firstTaxOf } from "./standard-rates.ts";
import type { TaxRate } from "./tax.ts";
import { type BuyerVatId, type Destination, type TaxFacts, taxTermsFor } from "./tax-terms.ts";
import { euMembers } from "./vat-area.ts";

describe("rates in force are", () => {
  test.each<[string, TaxRate[], Partial<Destination>, string[]]>([
    ["those of the country", [rate("us"), rate("it", { country: "IT" })], {}, ["us"]],
    ["none in a country without", [rate("it", { country: "IT" })], {}, []],
    ["those of all other countries", [rate("any", { country: "" })], {}, ["any"]],
    [
      "the country's before those of all others",
      [rate("any", { country: "" }), rate("us")],
      {},
      ["us"],
    ],
    ["those of the region by code", [rate("ca", { region: "CA" })], { region: " ca" }, ["ca"]],
    [
      "those of the region by name",
      [rate("ca", { region: "CA" })],
      { region: "California" },
      ["ca"],
    ],
    ["not those of another region", [rate("ny", { region: "NY" })], { region: "CA" }, []],
    ["not those of a region while none is known", [rate("ny", { region: "NY" })], {}, []],
    ["those of the postal code", [zip("90", "92")], { postalCode: "92 101" }, ["zip"]],
    ["not those of other postal codes", [zip("90", "92")], { postalCode: "93000" }, []],
    ["not those of a longer postal code", [zip("90000", "92999")], { postalCode: "92" }, []],
    ["those from today", [rate("new", { startsOn: "2026-11-20" })], {}, ["new"]],
    ["not those from tomorrow", [rate("new", { startsOn: "2026-11-21" })], {}, []],
  ])("%s", (_, rates, destination, ids) => {
    const terms = taxTermsFor(facts({ rates, destination: at("US", destination) }));
    expect(terms.rates.map(({ id }) => id)).toEqual(ids);
  });
});

test("a rate's region is folded only once, however many destinations are compared with it", () => {
  const rates = Array.from({ length: 300 }, (_, i) =>
    rate("fr", { country: "FR", region: `Σ${i}` }),
  );
  const folds = vi.spyOn(String.prototype, "toLowerCase");
  for (let i = 0; i < 20; i += 1)
    taxTermsFor(facts({ rates, destination: at("FR", { region: `σ${i}` }) }));
  expect(folds.mock.calls.length).toBeLessThan(400);
  folds.mockRestore();
});

describe("the place of taxation", () => {
  test.each<[string, string, Destination, boolean, string]>([
    ["in the EU is the destination", "IT", at("DE"), false, "DE"],
    ["below the threshold is the store's country", "IT", at("DE"), true, "IT"],
    ["is the destination outside of the EU", "IT", at("US"), true, "US"],
    ["is the destination from outside of the EU", "US", at("DE"), true, "DE"],
    ["is Italy for Livigno", "DE", at("IT", { postalCode: "23041" }), true, "IT"],
    ["includes Northern Ireland", "IT", at("GB", { postalCode: "bt1 5gs" }), true, "IT"],
    [
      "is not the store's for Great Britain",
      "IT",
      at("GB", { postalCode: "SW1A 1AA" }),
      true,
      "GB",
    ],
  ])("%s", (_, home, destination, hasHomeRatesInEu, country) => {
    expect(taxTermsFor(facts({ home, destination }, { hasHomeRatesInEu })).country).toBe(country);
  });
});

describe("an order for pickup", () => {
  test("is taxed where it is handed over, whatever the store's country is", () => {
    const given = { home: "IT", destination: at("DE"), isPickup: true };
    expect(taxTermsFor(facts(given, { hasHomeRatesInEu: true })).country).toBe("DE");
    const rates = [rate("ca", { region: "CA" }), rate("us")];
    const california = { rates, destination: at("US", { region: "CA" }), isPickup: true };
    expect(taxTermsFor(facts(california)).rates.map(({ id }) => id)).toEqual(["ca", "us"]);
  });

  test("is not under reverse charge, because nothing leaves the country", () => {
    const vatId = { vatId: "DE136695976", country: "DE", isVerified: true };
    const given = { home: "IT", destination: at("DE"), vatId };
    expect(taxTermsFor(facts(given)).reverseCharge).not.toBeNull();
    expect(taxTermsFor(facts({ ...given, isPickup: true })).reverseCharge).toBeNull();
  });
});

describe("reverse charge", () => {
  const german = { vatId: "DE136695976", country: "DE", isVerified: true };
  const northern = { vatId: "XI980780684", country: "XI", isVerified: false };
  test.each<[string, string, Destination, BuyerVatId | null, boolean]>([
    ["of a company in another member", "IT", at("DE"), german, true],
    ["not without a VAT ID", "IT", at("DE"), null, false],
    ["not with a VAT ID of another country", "IT", at("FR"), german, false],
    ["not in the store's country", "DE", at("DE"), german, false],
    ["not from outside of the EU", "CH", at("DE"), german, false],
    ["not in Büsingen", "IT", at("DE", { postalCode: "78266" }), german, false],
    ["of a company in Northern Ireland", "IT", at("GB", { postalCode: "BT1 5GS" }), northern, true],
    ["not in Great Britain", "IT", at("GB", { postalCode: "SW1A 1AA" }), northern, false],
  ])("%s", (_, home, destination, vatId, is) => {
    const given = { home, destination, vatId };
    expect(taxTermsFor(facts(given)).reverseCharge !== null).toBe(is);
    expect(taxTermsFor(facts(given, { hasReverseCharge: false })).reverseCharge).toBeNull();
  });

  test("only with a confirmed id, unless the store accepts unconfirmed ones", () => {
    const given = { home: "IT", destination: at("DE"), vatId: { ...german, isVerified: false } };
    const only = { acceptsUnverifiedVatIds: false };
    expect(taxTermsFor(facts(given)).reverseCharge).toEqual({ isVerified: false });
    expect(taxTermsFor(facts(given, only)).reverseCharge).toBeNull();
    const confirmed = { ...given, vatId: { ...german, isVerified: true } };
    expect(taxTermsFor(facts(confirmed, only)).reverseCharge).toEqual({ isVerified: true });
  });
});

describe("a new store", () => {
  test("in each member of the EU has a standard rate of at least 15 percent, included in prices", () => {
    for (const country of euMembers) {
      const { isIncluded, rates } = firstTaxOf(country);
      expect({ isIncluded, country: rates[0]?.country }).toEqual({ isIncluded: true, country });
      expect(rates[0]?.basisPoints).toBeGreaterThanOrEqual(1_500);
    }
  });

  test.each<[string, boolean, number[]]>([
    ["US", false, [800]],
    ["IT", true, [2_200, 0, 0]],
    ["JP", true, [1_000]],
    ["BR", true, []],
  ])("in %s includes tax: %s, with the rates %s", (country, isIncluded, rates) => {
    const first = firstTaxOf(country);
    expect(first.isIncluded).toBe(isIncluded);
    expect(first.rates.map(({ basisPoints }) => basisPoints)).toEqual(rates);
  });
});

function at(country: string, changes: Partial<Destination> = {}): Destination {
  return { country, region: "", postalCode: "", ...changes };
}

function rate(id: string, changes: Partial<TaxRate> = {}): TaxRate {
  return {
    id,
    name: "",
    country: "US",
    region: "",
    postalFrom: "",
    postalTo: "",
    taxClass: "",
    basisPoints: 100,
    startsOn: null,
    ...changes,
  };
}

function zip(postalFrom: string, postalTo: string): TaxRate {
  return rate("zip", { postalFrom, postalTo });
}

function facts(changes: Partial<TaxFacts>, settings: Partial<TaxFacts["settings"]> = {}): TaxFacts {
  return {
    settings: {
      isIncluded: false,
      isShippingTaxed: false,
      hasReverseCharge: true,
      acceptsUnverifiedVatIds: true,
      hasHomeRatesInEu: false,
      ...settings,
    },
    rates: [],
    home: "US",
    destination: at("US"),
    isPickup: false,
    vatId: null,
    today: "2026-11-20",
    ...changes,
  };
}
