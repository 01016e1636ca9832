import { expect } from "vitest";
import { type TaxRate, taxRateFor } from "@vetrina/commerce/pricing/tax";
import { taxTermsFor } from "@vetrina/commerce/pricing/tax-terms";
import { seedStore } from "#tests/seed.ts";
import { test, type World } from "#tests/world.ts";
import { sql } from "../../platform/database/sql.ts";
import { newId } from "../../platform/id.ts";
import { readTaxFacts, type TaxedPlace, withTaxRatesOf } from "./read-tax-terms.ts";

const store = (id: string) => ({ id, country: "IT", timeZone: "Europe/Rome" });
const now = new Date("2027-06-15T10:00:00Z");

const rate = (over: Partial<TaxRate>): TaxRate => ({
  id: newId(),
  name: "IVA",
  country: "IT",
  region: "",
  regionKey: "",
  postalFrom: "",
  postalTo: "",
  taxClass: "",
  basisPoints: 2200,
  startsOn: null,
  ...over,
});

async function insert(world: World, storeId: string, rates: readonly TaxRate[]): Promise<void> {
  await world.admin.query(
    `insert into shop.tax_rates (store_id, id, name, country, region, region_key, postal_from, postal_to, tax_class, basis_points, starts_on)
     select $1, id, name, country, region, "regionKey", "postalFrom", "postalTo", "taxClass", "basisPoints", "startsOn"
     from jsonb_to_recordset($2) r (id uuid, name text, country text, region text, "regionKey" text, "postalFrom" text,
       "postalTo" text, "taxClass" text, "basisPoints" int, "startsOn" date)`,
    [storeId, JSON.stringify(rates)],
  );
}

test("a quote reads only the rates that apply to its places and classes, of a thousand", async ({
  world,
}) => {
  const storeId = await seedStore(world, { country: "IT" });
  const many = Array.from({ length: 250 }, (_, n) => [
    rate({ taxClass: `class${n}` }),
    rate({
      startsOn: `20${10 + (n % 10)}-01-${10 + (n % 19)}`,
      region: `r${n}`,
      regionKey: `r${n}`,
    }),
    rate({ postalFrom: "0", postalTo: "9", taxClass: `other${n}` }),
    rate({ postalFrom: `${1000 + n}`, postalTo: "9999" }),
  ]);
  await insert(world, storeId, many.flat());
  const { rates } = await readTaxFacts(world.services.database.catalogue, store(storeId), {
    places: [{ country: "IT", region: "R7", postalCode: "20-100" }],
    classes: sql`select unnest('{class3,other4,none}'::text[])`,
    now,
  });
  expect(rates.length).toBeLessThan(10);
  expect(rates.map(({ taxClass }) => taxClass)).toEqual(
    expect.arrayContaining(["class3", "other4"]),
  );
});

/** Returns a function that picks one of the given values pseudo-randomly. The same seed gives the same picks. */
function mixer(seed: number) {
  let state = seed;
  return <T>(values: readonly T[]): T => {
    state = (state * 48_271) % 2_147_483_647;
    return values[state % values.length] as T;
  };
}

function placeAndClass({ country, region, postalFrom, taxClass, startsOn }: TaxRate): string {
  return [country, region.toLowerCase(), postalFrom, taxClass, startsOn].join();
}

test("the rates that are read decide as all of the store's rates do", async ({ world }) => {
  const { catalogue } = world.services.database;
  const one = mixer(7);
  const classes = ["", "books", "food"];
  const placed = () => ({
    country: one(["IT", "DE", "FR", ""]),
    ranges: one([
      ["", ""],
      ["", ""],
      ["00", "49"],
      ["201", "2ZZ"],
      ["A", "B"],
    ]),
    region: one(["", "", "Roma", "Ávila", "ÁVILA"]),
  });
  const some = () => {
    const all = Array.from({ length: 1 + one([0, 3, 9, 20]) }, () => {
      const { country, ranges, region } = placed();
      const [postalFrom = "", postalTo = ""] = country === "" ? [] : ranges;
      const ofCountry = country === "" ? "" : region;
      const regionKey = one([ofCountry.toLowerCase(), null]);
      const startsOn = one([null, null, "2026-01-01", "2027-06-15", "2027-06-16"]);
      return rate({
        country,
        region: ofCountry,
        regionKey,
        postalFrom,
        postalTo,
        startsOn,
        taxClass: one(classes),
      });
    });
    return [...new Map(all.map((each) => [placeAndClass(each), each])).values()];
  };
  const place = (): TaxedPlace & { region: string; postalCode: string } => ({
    country: one(["IT", "DE", "FR", "US"]),
    region: one(["", "roma", " ávila", "Milano"]),
    postalCode: one(["", "20100", "20-1", "7", "a1", "2\u{1f600}", "é"]),
  });
  for (let round = 0; round < 40; round += 1) {
    const storeId = await seedStore(world, { country: "IT" });
    await world.admin.query("delete from shop.tax_rates where store_id = $1", [storeId]);
    const rates = some();
    await insert(world, storeId, rates);
    const [to, pickup] = [place(), place()];
    const wanted = { classes: one([null, sql`select unnest(${classes.slice(1)}::text[])`]) };
    const facts = await withTaxRatesOf(
      catalogue,
      store(storeId),
      await readTaxFacts(catalogue, store(storeId), { places: [to], ...wanted, now }),
      { places: [pickup], ...wanted },
    );
    for (const destination of [to, pickup])
      for (const hasHomeRatesInEu of [true, false])
        for (const isPickup of [true, false]) {
          const settings = { ...facts.settings, hasHomeRatesInEu };
          const rest = { destination, isPickup, vatId: null };
          const terms = taxTermsFor({ ...facts, settings, ...rest });
          const expected = taxTermsFor({ ...facts, settings, rates, ...rest });
          const decided = ({ rates: found }: typeof terms) =>
            classes.map((taxClass) => taxRateFor({ ...terms, rates: found }, taxClass)?.id);
          expect({ round, destination, ids: decided(terms) }).toEqual({
            round,
            destination,
            ids: decided(expected),
          });
        }
  }
});
