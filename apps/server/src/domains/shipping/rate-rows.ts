import { toMajor } from "@vetrina/commerce/money";
import {
  businessDays,
  type DayRange,
  type ShippingRate,
} from "@vetrina/commerce/shipping/shipping";
import type { ShippingRate as WireRate } from "@vetrina/contract/pricing/shipping-rates";
import type { Transaction } from "../../platform/context.ts";
import { type Queryable, type Sql, sql } from "../../platform/database/sql.ts";

/** A rate of the store, in minor units. */
export type Rate = ShippingRate & {
  providerId: string;
  regionId: string;
  type: WireRate["type"];
  pickup: WireRate["pickup"];
  /** Where the pickup location is; null for rates that aren't pickups. `country` is null if it is the store's. */
  pickupPlace: { country: string | null; region: string; postalCode: string } | null;
  position: number;
  version: number;
};

type RateRow = {
  id: string;
  provider_id: string;
  region_id: string;
  name: string;
  type: WireRate["type"];
  price_minor: number;
  steps: { from: number; price: number }[];
  free_above_minor: number | null;
  free_products: string[];
  processing_min: number;
  processing_max: number;
  transit_min: number;
  transit_max: number;
  location_id: string | null;
  location_name: string | null;
  pickup_address: string;
  location_country: string | null;
  location_region: string | null;
  location_postal_code: string | null;
  position: number;
  version: number;
};

/** The rates that shoppers can choose. */
export const shownRates = sql`catalogue.shipping_rates`;
/** All rates of the store. Only staff may read them. */
const everyRate = sql`(select r.*, l.name as location_name, l.country as location_country,
    l.region as location_region, l.postal_code as location_postal_code from shop.shipping_rates r
  left join shop.locations l on l.store_id = r.store_id and l.id = r.location_id)`;

/** Reads rates that meet a condition on `r`, in their region's order. */
export function selectRates(from: Queryable, rates: Sql, where: Sql): Promise<Rate[]> {
  // JSON is parsed faster than PostgreSQL's arrays.
  return select(from, rates, { where, freeProducts: sql`to_json(r.free_products)` });
}

/** Same as selectRates, but leaves `freeFor` empty, because a rate can have hundreds of products there. */
export function selectRatesAlone(from: Queryable, rates: Sql, where: Sql): Promise<Rate[]> {
  return select(from, rates, { where, freeProducts: sql`'[]'::json` });
}

async function select(
  from: Queryable,
  rates: Sql,
  { where, freeProducts }: { where: Sql; freeProducts: Sql },
): Promise<Rate[]> {
  const rows = await from.rows<RateRow>(sql`
    select r.id, r.provider_id, r.region_id, r.name, r.type, r.price_minor, r.steps, r.free_above_minor, ${freeProducts} as free_products,
      r.processing_min, r.processing_max, r.transit_min, r.transit_max, r.location_id, r.location_name, r.pickup_address,
      r.location_country, r.location_region, r.location_postal_code, r.position, r.version
    from ${rates} r where ${where} order by r.region_id, r.position, r.id`);
  return rows.map(rateOf);
}

/** Locks and reads any rate of the store; undefined if there is none. */
export async function lockRate(tx: Transaction, id: string): Promise<Rate | undefined> {
  await tx.run(sql`
    select from shop.shipping_rates where store_id = ${tx.storeId} and id = ${id} for update`);
  return readRate(tx, id);
}

export async function readRate(tx: Transaction, id: string): Promise<Rate | undefined> {
  const [rate] = await selectRates(tx, everyRate, sql`r.store_id = ${tx.storeId} and r.id = ${id}`);
  return rate;
}

export function readRatesOf(tx: Transaction, providerId: string): Promise<Rate[]> {
  return selectRates(
    tx,
    everyRate,
    sql`r.store_id = ${tx.storeId} and r.provider_id = ${providerId}`,
  );
}

function rateOf(row: RateRow): Rate {
  return {
    id: row.id,
    providerId: row.provider_id,
    regionId: row.region_id,
    name: row.name,
    type: row.type,
    price: row.price_minor,
    steps:
      row.steps.length === 0
        ? null
        : { by: row.type === "BY_WEIGHT" ? "WEIGHT" : "SUBTOTAL", prices: row.steps },
    freeAbove: row.free_above_minor,
    freeFor: row.free_products,
    processing: { min: row.processing_min, max: row.processing_max },
    transit: { min: row.transit_min, max: row.transit_max },
    pickup:
      row.location_id === null
        ? null
        : {
            locationId: row.location_id,
            locationName: row.location_name ?? "",
            address: row.pickup_address,
          },
    pickupPlace:
      row.location_id === null
        ? null
        : {
            country: row.location_country || null,
            region: row.location_region ?? "",
            postalCode: row.location_postal_code ?? "",
          },
    position: row.position,
    version: row.version,
  };
}

/** Returns a rate in the API's format. */
export function rateToWire(rate: Rate, currency: string): WireRate {
  const { steps } = rate;
  const from = (value: number) => (steps?.by === "SUBTOTAL" ? toMajor(value, currency) : value);
  return {
    id: rate.id,
    providerId: rate.providerId,
    regionId: rate.regionId,
    name: rate.name,
    type: rate.type,
    price: toMajor(rate.price, currency),
    steps: (steps?.prices ?? []).map((step) => ({
      from: from(step.from),
      price: toMajor(step.price, currency),
    })),
    freeAbove: rate.freeAbove === null ? null : toMajor(rate.freeAbove, currency),
    freeProducts: [...rate.freeFor],
    processingDays: rate.processing,
    transitDays: rate.transit,
    businessDays: businessDays(rate),
    pickup: rate.pickup,
    position: rate.position,
    version: rate.version,
  };
}

/** A rate to be written. Amounts are in minor units. In steps by weight, `from` is in grams. */
export type NewRate = {
  name: string;
  type: WireRate["type"];
  price: number;
  steps: readonly { from: number; price: number }[];
  freeAbove: number | null;
  freeProducts: readonly string[];
  processing: DayRange;
  transit: DayRange;
  locationId: string | null;
  pickupAddress: string;
};

/** Returns a flat rate, the most common kind. */
export function flatRate(
  rate: Pick<NewRate, "name" | "price" | "freeAbove" | "processing" | "transit">,
): NewRate {
  return {
    type: "FLAT",
    steps: [],
    freeProducts: [],
    locationId: null,
    pickupAddress: "",
    ...rate,
  };
}

/** Inserts a rate. Without a position, it comes last in its region. */
export async function insertRate(
  tx: Transaction,
  id: string,
  of: { providerId: string; regionId: string; position: number | null },
  rate: NewRate,
): Promise<void> {
  await tx.run(sql`
    insert into shop.shipping_rates (store_id, id, provider_id, region_id, name, type, price_minor, steps, free_above_minor,
      free_products, processing_min, processing_max, transit_min, transit_max, location_id, pickup_address, position)
    values (${tx.storeId}, ${id}, ${of.providerId}, ${of.regionId}, ${rate.name}, ${rate.type}, ${rate.price},
      ${JSON.stringify(rate.steps)}, ${rate.freeAbove}, ${rate.freeProducts}, ${rate.processing.min}, ${rate.processing.max},
      ${rate.transit.min}, ${rate.transit.max}, ${rate.locationId}, ${rate.pickupAddress},
      coalesce(${of.position}::int, (select max(position) + 1 from shop.shipping_rates
        where store_id = ${tx.storeId} and region_id = ${of.regionId}), 0))`);
}
