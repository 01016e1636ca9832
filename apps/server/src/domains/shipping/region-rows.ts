import {
  createAreaIndex,
  everywhereElse,
  isWhole,
  postalKey,
  type ShippingArea,
} from "@vetrina/commerce/shipping/shipping-areas";
import { findState, statesOf } from "@vetrina/commerce/addresses/states";
import type { ShippingRegion } from "@vetrina/contract/pricing/shipping-regions";
import type { Transaction } from "../../platform/context.ts";
import { type Queryable, type Sql, sql } from "../../platform/database/sql.ts";
import { ApiFailure, invalidField } from "../../platform/errors.ts";
import { type Rate, rateToWire, selectRatesAlone, shownRates } from "./rate-rows.ts";

export type Region = {
  id: string;
  name: string;
  position: number;
  version: number;
  areas: ShippingArea[];
  rates: Rate[];
};

/** An area, and its path in the request body. */
type SentArea = ShippingArea & { path: string };
type Areas = Pick<ShippingRegion, "countries" | "states" | "postalCodes">;

export const maxRegions = 50;
/** Maximum number of areas in all regions together, because every page with the shipping table contains all of them. */
const maxAreas = 2000;

/** Reads the store's regions, in the store's order, with the rates that shoppers can choose. */
export function readRegions(from: Queryable, storeId: string): Promise<Region[]> {
  return selectRegions(from, storeId, sql`true`);
}

/** Reads one region; undefined if there is none. */
export async function readRegion(
  from: Queryable,
  storeId: string,
  id: string,
): Promise<Region | undefined> {
  const [region] = await selectRegions(from, storeId, sql`z.id = ${id}`);
  return region;
}

async function selectRegions(from: Queryable, storeId: string, where: Sql): Promise<Region[]> {
  const [regions, rates] = await Promise.all([
    from.rows<Omit<Region, "rates">>(sql`
      select z.id, z.name, z.position, z.version, coalesce((
        select json_agg(json_build_object('country', a.country, 'state', a.state, 'postalFrom', a.postal_from,
          'postalTo', a.postal_to) order by a.country, a.state, a.postal_from)
        from catalogue.shipping_areas a where a.store_id = z.store_id and a.region_id = z.id), '[]') as areas
      from catalogue.shipping_regions z where z.store_id = ${storeId} and ${where} order by z.position, z.id`),
    selectRatesAlone(
      from,
      shownRates,
      sql`r.store_id = ${storeId} and r.region_id in (select z.id from catalogue.shipping_regions z
        where z.store_id = ${storeId} and ${where})`,
    ),
  ]);
  const ofRegion = Map.groupBy(rates, ({ regionId }) => regionId);
  return regions.map(({ id, name, position, version, areas }) => ({
    id,
    name,
    position,
    version,
    areas,
    rates: ofRegion.get(id) ?? [],
  }));
}

export function regionToWire(region: Region, currency: string): ShippingRegion {
  const { id, name, position, version } = region;
  const rates = region.rates.map((rate) => {
    const {
      regionId: _region,
      freeProducts: _products,
      version: _version,
      ...rest
    } = rateToWire(rate, currency);
    return rest;
  });
  return { id, name, ...areasToWire(region.areas), position, version, rates };
}

function areasToWire(areas: readonly ShippingArea[]): Areas {
  const named = areas.filter(({ country }) => country !== everywhereElse);
  return {
    countries: named.filter(isWhole).map(({ country }) => country),
    states: named
      .filter(({ state }) => state !== "")
      .map(({ country, state }) => ({ country, state })),
    postalCodes: named
      .filter(({ postalFrom }) => postalFrom !== "")
      .map(({ country, postalFrom: from, postalTo: to }) => ({ country, from, to })),
  };
}

/**
 * Returns the areas of a region as they are stored. Throws VALIDATION_FAILED with the field for unknown states, invalid
 * ranges and areas that overlap.
 */
export function planAreas({ countries, states, postalCodes }: Areas): SentArea[] {
  const none = { state: "", postalFrom: "", postalTo: "" };
  const areas: SentArea[] = [
    ...countries.map((country, i) => ({ ...none, country, path: `countries.${i}` })),
    ...states.map(({ country, state }, i) => ({
      ...none,
      country,
      state: knownState(country, state, `states.${i}.state`),
      path: `states.${i}`,
    })),
    ...postalCodes.map((range, i) => ({
      ...none,
      country: range.country,
      ...postalRange(range, `postalCodes.${i}`),
      path: `postalCodes.${i}`,
    })),
  ];
  if (areas.length === 0) areas.push({ ...none, country: everywhereElse, path: "countries" });
  const earlier = createAreaIndex<SentArea>();
  for (const area of areas) {
    const twin = earlier.overlapping(area);
    if (twin !== undefined)
      throw invalidField(
        area.path,
        (area.state === "") === (twin.state === "")
          ? `The region already contains all or part of ${nameOf(area)}. Remove one of the two entries.`
          : `Divide ${area.country} by states or by postal codes, not by both.`,
      );
    if (earlier.wholeCountry(area.country) !== undefined)
      throw invalidField(
        area.path,
        `The region contains all of ${area.country}. Remove the country or this part of it.`,
      );
    earlier.add(area);
  }
  return areas;
}

function knownState(country: string, state: string, path: string): string {
  const states = statesOf(country);
  if (states === null) return state;
  const known = findState(states, state);
  if (known === undefined)
    throw invalidField(
      path,
      `${country} has no such state. Use a code such as ${states[0]?.code ?? ""}.`,
    );
  return known.code;
}

function postalRange({ from, to }: { from: string; to: string }, path: string) {
  const [postalFrom, postalTo] = [postalKey(from), postalKey(to)];
  if (!/^[A-Z\d]+$/.test(postalFrom))
    throw invalidField(`${path}.from`, "Use only letters and digits.");
  if (!/^[A-Z\d]+$/.test(postalTo))
    throw invalidField(`${path}.to`, "Use only letters and digits.");
  if (postalFrom.length !== postalTo.length)
    throw invalidField(`${path}.to`, "Use the same number of characters as in `from`.");
  if (postalFrom > postalTo)
    throw invalidField(`${path}.to`, "The end is before the start. Swap them.");
  return { postalFrom, postalTo };
}

/**
 * Throws VALIDATION_FAILED if one of the areas overlaps with an area of another region, and LIMIT_REACHED. The caller
 * must hold the store's lock, so that the other regions don't change.
 */
export function requireFreeAreas(areas: readonly SentArea[], others: readonly Region[]): void {
  const taken = others.flatMap((region) =>
    region.areas.map((area) => Object.assign({ region }, area)),
  );
  if (taken.length + areas.length > maxAreas)
    throw new ApiFailure(
      "LIMIT_REACHED",
      `All regions together can have at most ${maxAreas} countries, states and ranges of postal codes. Remove some first.`,
      { max: maxAreas },
    );
  const index = createAreaIndex(taken);
  for (const area of areas) {
    const twin = index.overlapping(area);
    if (twin !== undefined) throw invalidField(area.path, overlapText(area, twin, twin.region));
  }
}

function overlapText(area: ShippingArea, other: ShippingArea, { name }: Region): string {
  if (area.country === everywhereElse)
    return `Only one region can include all other destinations, and ${name} already does. List at least one country in the region you are saving.`;
  if ((area.state === "") !== (other.state === ""))
    return `The region ${name} divides ${area.country} by ${other.state === "" ? "postal codes" : "states"}. Do the same in the region you are saving.`;
  return `${nameOf(area)} overlaps with ${nameOf(other)} in the region ${name}. Remove it from one of them.`;
}

function nameOf({ country, state, postalFrom, postalTo }: ShippingArea): string {
  if (state !== "") return `${country}, ${state}`;
  if (postalFrom !== "") return `${country} ${postalFrom}-${postalTo}`;
  return country === everywhereElse ? "Everywhere else" : country;
}

/** Throws ALREADY_EXISTS if another region has the name. */
export function requireFreeName(name: string, others: readonly Region[]): void {
  if (others.some((region) => region.name.toLowerCase() === name.toLowerCase()))
    throw new ApiFailure(
      "ALREADY_EXISTS",
      "Another region has this name. Choose a different name.",
      {
        field: "name",
      },
    );
}

/** Replaces the areas of a region. */
export async function writeAreas(
  tx: Transaction,
  regionId: string,
  areas: readonly ShippingArea[],
): Promise<void> {
  const rows = areas.map(({ country, state, postalFrom, postalTo }) => ({
    country,
    state,
    postal_from: postalFrom,
    postal_to: postalTo,
  }));
  await tx.run(
    sql`delete from shop.shipping_areas where store_id = ${tx.storeId} and region_id = ${regionId}`,
  );
  await tx.run(sql`
    insert into shop.shipping_areas (store_id, region_id, country, state, postal_from, postal_to)
    select ${tx.storeId}, ${regionId}, a.* from jsonb_to_recordset(${JSON.stringify(rows)})
      as a(country text, state text, postal_from text, postal_to text)`);
}

/** Inserts a region without rates. Without a position, it comes last. */
export async function insertRegion(
  tx: Transaction,
  id: string,
  {
    name,
    areas,
    position,
  }: { name: string; areas: readonly ShippingArea[]; position: number | null },
): Promise<void> {
  await tx.run(sql`
    insert into shop.shipping_regions (store_id, id, name, position)
    values (${tx.storeId}, ${id}, ${name}, coalesce(${position}::int,
      (select max(position) + 1 from shop.shipping_regions where store_id = ${tx.storeId}), 0))`);
  await writeAreas(tx, id, areas);
}
