import { everywhereElse, postalKey } from "@vetrina/commerce/shipping/shipping-areas";
import { stateKey } from "@vetrina/commerce/addresses/states";
import { type Queryable, type Sql, sql } from "../../platform/database/sql.ts";
import { type Rate, selectRates, shownRates } from "./rate-rows.ts";

/** The destination of an order. `place` is null if only the country is known, for an estimate. */
export type Destination = {
  country: string;
  place: { region?: string | undefined; postalCode?: string | undefined } | null;
};

/** Reads the shipping methods to a destination, in their region's order; empty if the store doesn't ship there. */
export function readRates(reader: Queryable, storeId: string, to: Destination): Promise<Rate[]> {
  const region = regionTo(sql`${storeId}`, sql`${to.country}`, to);
  return selectRates(
    reader,
    shownRates,
    sql`r.store_id = ${storeId} and r.region_id = (${region})`,
  );
}

/**
 * Returns SQL for the id of the region that ships to a destination: the one with its state or postal code, else with
 * its whole country, else with the rest of the world. If only the country is known: the region with the whole country,
 * else the first with a part of it, else the rest of the world.
 */
export function regionTo(
  store: Sql,
  country: Sql,
  to: Pick<Destination, "place"> & { country?: string },
): Sql {
  const areas = (where: Sql) => sql`(select a.region_id from catalogue.shipping_areas a
    where a.store_id = ${store} and ${where} limit 1)`;
  const whole = areas(sql`a.country = ${country} and a.state = '' and a.postal_from = ''`);
  const elsewhere = areas(
    sql`a.country = ${everywhereElse} and a.state = '' and a.postal_from = ''`,
  );
  if (to.place === null)
    return sql`
      select coalesce(${whole}, (
        select z.id from catalogue.shipping_regions z
        where z.store_id = ${store} and exists (select from catalogue.shipping_areas a
          where a.store_id = z.store_id and a.region_id = z.id and a.country = ${country})
        order by z.position, z.id limit 1), ${elsewhere})`;
  const state = stateKey(to.country ?? "", to.place.region ?? "");
  const code = postalKey(to.place.postalCode ?? "");
  const ofState = areas(sql`a.country = ${country} and a.state > '' and lower(a.state) = ${state}`);
  // Ranges don't overlap, so only one can contain the code: the last that begins at or before it.
  return sql`
    select coalesce(${ofState}, (
      select p.region_id from (
        select a.region_id, a.postal_from, a.postal_to from catalogue.shipping_areas a
        where a.store_id = ${store} and a.country = ${country} and a.state = ''
          and a.postal_from > '' and a.postal_from <= ${code}
        order by a.postal_from desc limit 1) p
      where length(${code}) >= length(p.postal_from) and left(${code}, length(p.postal_from)) <= p.postal_to
    ), ${whole}, ${elsewhere})`;
}
