import { isoDayIn } from "@vetrina/commerce/shipping";
import type { TaxTerms } from "@vetrina/commerce/pricing/tax";
import {
  type BuyerVatId,
  type Destination,
  type TaxFacts,
  taxTermsFor,
} from "@vetrina/commerce/pricing/tax-terms";
import { type Queryable, sql } from "../../platform/database/sql.ts";
import type { StoreRef } from "../../platform/store-directory.ts";

type Row = Pick<TaxFacts, "settings"> & { rates: TaxFacts["rates"] };

/** How the store taxes a cart that is sent to a destination. */
export async function readTaxTerms(
  reader: Queryable,
  store: StoreRef,
  { destination, vatId, now }: { destination: Destination; vatId: BuyerVatId | null; now: Date },
): Promise<TaxTerms> {
  const row = await reader.row<Row>(sql`
    select json_build_object('isIncluded', t.prices_include_tax, 'isShippingTaxed', t.taxes_shipping,
        'hasReverseCharge', t.has_reverse_charge, 'hasHomeRatesInEu', t.has_home_rates_in_eu) as settings,
      coalesce((
        select json_agg(json_build_object('id', r.id, 'name', r.name, 'country', r.country, 'region', r.region,
          'postalFrom', r.postal_from, 'postalTo', r.postal_to, 'taxClass', r.tax_class, 'basisPoints', r.basis_points,
          'startsOn', r.starts_on))
        from catalogue.tax_rates r
        where r.store_id = t.store_id and r.country in (${destination.country}, ${store.country}, '')), '[]') as rates
    from catalogue.tax_settings t where t.store_id = ${store.id}`);
  const today = isoDayIn(now, store.timeZone);
  return taxTermsFor({ ...(row ?? untaxed), home: store.country, destination, vatId, today });
}

/** A store that was deleted a moment ago. */
const untaxed: Row = {
  settings: {
    isIncluded: true,
    isShippingTaxed: false,
    hasReverseCharge: false,
    hasHomeRatesInEu: false,
  },
  rates: [],
};
