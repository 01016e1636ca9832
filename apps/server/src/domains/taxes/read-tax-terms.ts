import { isoDayIn } from "@vetrina/commerce/shipping/shipping";
import type { TaxFacts } from "@vetrina/commerce/pricing/tax-terms";
import { type Queryable, sql } from "../../platform/database/sql.ts";
import type { StoreRef } from "../../platform/store-directory.ts";

type Row = Pick<TaxFacts, "settings"> & { rates: TaxFacts["rates"] };

/** Reads the settings and rates that decide how the store taxes a cart that is sent to a country, or picked up. */
export async function readTaxFacts(
  reader: Queryable,
  store: StoreRef,
  { country, now }: { country: string; now: Date },
): Promise<Pick<TaxFacts, "settings" | "rates" | "home" | "today">> {
  const row = await reader.row<Row>(sql`
    select json_build_object('isIncluded', t.prices_include_tax, 'isShippingTaxed', t.taxes_shipping,
        'hasReverseCharge', t.has_reverse_charge,
        'acceptsUnverifiedVatIds', t.accepts_unverified_vat_ids, 'hasHomeRatesInEu', t.has_home_rates_in_eu) as settings,
      coalesce((
        select json_agg(json_build_object('id', r.id, 'name', r.name, 'country', r.country, 'region', r.region, 'regionKey', r.region_key,
          'postalFrom', r.postal_from, 'postalTo', r.postal_to, 'taxClass', r.tax_class, 'basisPoints', r.basis_points,
          'startsOn', r.starts_on))
        from catalogue.tax_rates r
        where r.store_id = t.store_id and (r.country in (${country}, ${store.country}, '')
          or r.country in (select l.country from catalogue.location_countries l where l.store_id = t.store_id))), '[]') as rates
    from catalogue.tax_settings t where t.store_id = ${store.id}`);
  const today = isoDayIn(now, store.timeZone);
  return { ...(row ?? untaxed), home: store.country, today };
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
