import { isoDayIn } from "@vetrina/commerce/shipping/shipping";
import { postalKey } from "@vetrina/commerce/shipping/shipping-areas";
import { stateKey } from "@vetrina/commerce/addresses/states";
import type { TaxRate } from "@vetrina/commerce/pricing/tax";
import type { TaxFacts } from "@vetrina/commerce/pricing/tax-terms";
import { type Queryable, type Sql, sql } from "../../platform/database/sql.ts";
import type { StoreRef } from "../../platform/store-directory.ts";

type Row = Pick<TaxFacts, "settings"> & { rates: TaxFacts["rates"] };
type Facts = Pick<TaxFacts, "settings" | "rates" | "home" | "today">;

type Store = Pick<StoreRef, "id" | "country" | "timeZone">;

export type TaxedPlace = {
  country: string;
  region?: string | undefined;
  postalCode?: string | undefined;
};

/**
 * What to read rates for. `classes` is SQL for the tax classes of the products, in addition to the standard class;
 * null: all classes.
 */
type Wanted = { places: readonly TaxedPlace[]; classes: Sql | null };

/** Reads the settings and rates that decide how the store taxes a cart in these places, or at home. */
export async function readTaxFacts(
  reader: Queryable,
  store: Store,
  { places, classes, now }: Wanted & { now: Date },
): Promise<Facts> {
  const today = isoDayIn(now, store.timeZone);
  const home = { country: store.country };
  const rates = ratesThatApply(store, today, { places: [...places, home], classes });
  const row = await reader.row<Row>(sql`
    select json_build_object('isIncluded', t.prices_include_tax, 'isShippingTaxed', t.taxes_shipping,
        'hasReverseCharge', t.has_reverse_charge,
        'acceptsUnverifiedVatIds', t.accepts_unverified_vat_ids, 'hasHomeRatesInEu', t.has_home_rates_in_eu) as settings,
      coalesce((select json_agg(r) from (${rates}) r), '[]') as rates
    from catalogue.tax_settings t where t.store_id = ${store.id}`);
  return { ...(row ?? untaxed), home: store.country, today };
}

/** Adds the rates of further places. Reads nothing if there are none. */
export async function withTaxRatesOf(
  reader: Queryable,
  store: Store,
  facts: Facts,
  { places, classes }: Wanted,
): Promise<Facts> {
  if (places.length === 0) return facts;
  const found = await reader.rows<TaxRate>(ratesThatApply(store, facts.today, { places, classes }));
  const rates = new Map([...facts.rates, ...found].map((rate) => [rate.id, rate]));
  return { ...facts, rates: [...rates.values()] };
}

/**
 * Returns SQL for the rates that can apply in the places, because a store can have a thousand others. For each place,
 * country and class: the rate that taxRateFor() prefers. For each place and country: one rate of any class, because
 * rates for all countries apply only to a country without rates. Also all rates that have no region key yet.
 */
function ratesThatApply(store: Store, today: string, { places, classes }: Wanted): Sql {
  const regions = places.map(({ country, region = "" }) => stateKey(country, region));
  // Replaces non-ASCII characters with "~". Comparisons give the same result, because both sort after the codes of all
  // ranges, which are ASCII.
  const codes = places.map(({ postalCode = "" }) =>
    postalKey(postalCode).replaceAll(/[^\0-\u007f]/g, "~"),
  );
  const isWanted = classes === null ? sql`true` : sql`c.tax_class in (select '' union ${classes})`;
  return sql`
    select r.id, r.name, r.country, r.region, r.region_key as "regionKey", r.postal_from as "postalFrom",
      r.postal_to as "postalTo", r.tax_class as "taxClass", r.basis_points as "basisPoints", r.starts_on::text as "startsOn"
    from catalogue.tax_rates r where r.store_id = ${store.id} and r.id in (
      select c.id from (
        select m.id, m.tax_class, m.is_unfolded, row_number() over (partition by m.place, m.country, m.is_unfolded order by m.id) as of_country,
          row_number() over (partition by m.place, m.country, m.is_unfolded, m.tax_class
            order by m.postal_from = '', m.region = '', m.starts_on desc nulls last, m.id) as of_class
        from (
          select p.place, t.*, t.region <> '' and t.region_key is null as is_unfolded
          from unnest(${places.map(({ country }) => country)}::text[], ${regions}::text[], ${codes}::text[])
            with ordinality p (country, region, code, place)
          join catalogue.tax_rates t on t.store_id = ${store.id} and t.country in (p.country, '')
            and (t.starts_on is null or t.starts_on <= ${today}::date)
            and (t.region = '' or t.region_key is null or t.region_key = p.region)
            and (t.postal_from = '' or length(p.code) >= length(t.postal_from)
              and left(p.code, length(t.postal_from)) collate "C" between t.postal_from and t.postal_to)) m) c
      where c.is_unfolded or c.of_country = 1 or c.of_class = 1 and ${isWanted})
    order by r.id`;
}

/** Used if the store was deleted in the meantime. */
const untaxed: Row = {
  settings: {
    isIncluded: true,
    isShippingTaxed: false,
    hasReverseCharge: false,
    acceptsUnverifiedVatIds: false,
    hasHomeRatesInEu: false,
  },
  rates: [],
};
