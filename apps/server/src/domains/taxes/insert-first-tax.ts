import type { FirstTax } from "@vetrina/commerce/pricing/standard-rates";
import type { Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { newId } from "../../platform/id.ts";
import type { TaxRatePlan } from "./plan-tax-rate.ts";

/** Writes the settings and rates of a new store. */
export async function insertFirstTax(
  tx: Transaction,
  { isIncluded, isShippingTaxed, rates }: FirstTax,
): Promise<void> {
  await tx.run(sql`
    insert into shop.tax_settings (store_id, prices_include_tax, taxes_shipping)
    values (${tx.storeId}, ${isIncluded}, ${isShippingTaxed})`);
  for (const rate of rates)
    await insertTaxRate(tx, newId(), {
      ...rate,
      region: "",
      regionKey: "",
      taxClass: "",
      startsOn: null,
    });
}

export async function insertTaxRate(tx: Transaction, id: string, plan: TaxRatePlan): Promise<void> {
  await tx.run(sql`
    insert into shop.tax_rates (store_id, id, name, country, region, region_key, postal_from, postal_to, tax_class, basis_points, starts_on)
    values (${tx.storeId}, ${id}, ${plan.name}, ${plan.country}, ${plan.region}, ${plan.regionKey}, ${plan.postalFrom}, ${plan.postalTo},
      ${plan.taxClass}, ${plan.basisPoints}, ${plan.startsOn}::date)`);
}
