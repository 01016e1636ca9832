import { postalKey } from "@vetrina/commerce/shipping-areas";
import { stateKey } from "@vetrina/commerce/states";
import { type Queryable, type Sql, sql } from "../../platform/database/sql.ts";
import { type Rate, selectRates, shownRates } from "./rate-rows.ts";

/** Where an order goes. `place` null: only the country is known, for an estimate. */
export type Destination = {
  country: string;
  place: { region?: string | undefined; postalCode?: string | undefined } | null;
};

/** The shipping methods to a destination, the store's default first; none if it does not ship there. */
export function readRates(reader: Queryable, storeId: string, to: Destination): Promise<Rate[]> {
  const region = regionTo(sql`${storeId}`, sql`${to.country}`, to);
  return selectRates(
    reader,
    shownRates,
    sql`r.store_id = ${storeId} and r.region_id = (${region})`,
  );
}

/**
 * SQL of the id of a destination's region: the one that names its postal code or state, else the rest of its country, else
 * everything else. An estimate takes the whole country first, then its first region.
 */
export function regionTo(
  store: Sql,
  country: Sql,
  to: Pick<Destination, "place"> & { country?: string },
): Sql {
  if (to.place === null)
    return sql`
      select a.region_id from catalogue.shipping_areas a
      join catalogue.shipping_regions z on z.store_id = a.store_id and z.id = a.region_id
      where a.store_id = ${store} and a.country in (${country}, '*')
      order by a.country = '*', a.state <> '' or a.postal_from <> '', z.position, z.id limit 1`;
  const state = stateKey(to.country ?? "", to.place.region ?? "");
  const code = postalKey(to.place.postalCode ?? "");
  return sql`
    select a.region_id from catalogue.shipping_areas a
    where a.store_id = ${store} and a.country in (${country}, '*')
      and (a.state = '' or lower(a.state) = ${state})
      and (a.postal_from = '' or (length(${code}) >= length(a.postal_from)
        and left(${code}, length(a.postal_from)) between a.postal_from and a.postal_to))
    order by a.country = '*', a.state = '' and a.postal_from = '' limit 1`;
}
