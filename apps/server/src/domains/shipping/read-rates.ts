import { type ShippingRate, type ShippingZone, zoneFor } from "@vetrina/commerce/shipping";
import { type Queryable, sql } from "../../platform/database/sql.ts";

export type Zone = ShippingZone & {
  id: string;
  name: string;
  version: number;
  rates: ShippingRate[];
};

type ZoneRow = {
  id: string;
  name: string;
  countries: string[];
  version: number;
  rates: RateRow[];
};
type RateRow = {
  id: string;
  name: string;
  price_minor: number;
  free_above_minor: number | null;
  processing_min: number;
  processing_max: number;
  transit_min: number;
  transit_max: number;
};

/** The store's shipping table, in its order. */
export async function readZones(reader: Queryable, storeId: string): Promise<Zone[]> {
  const rows = await reader.rows<ZoneRow>(sql`
    select z.id, z.name, z.countries, z.version, coalesce((
      select json_agg(r order by r.position, r.id) from catalogue.shipping_rates r
      where r.store_id = z.store_id and r.zone_id = z.id), '[]') as rates
    from catalogue.shipping_zones z where z.store_id = ${storeId} order by z.position, z.id`);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    version: row.version,
    countries: row.countries.length === 0 ? "rest" : row.countries,
    rates: row.rates.map(rateOf),
  }));
}

/** The shipping methods to a country, the store's default first; none if it does not ship there. */
export async function readRates(
  reader: Queryable,
  storeId: string,
  country: string,
): Promise<ShippingRate[]> {
  return zoneFor(country, await readZones(reader, storeId))?.rates ?? [];
}

function rateOf(row: RateRow): ShippingRate {
  return {
    id: row.id,
    name: row.name,
    price: row.price_minor,
    freeAbove: row.free_above_minor,
    processing: { min: row.processing_min, max: row.processing_max },
    transit: { min: row.transit_min, max: row.transit_max },
  };
}
