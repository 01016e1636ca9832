import { postalKey } from "@vetrina/commerce/shipping/shipping-areas";
import { stateKey, statesOf } from "@vetrina/commerce/addresses/states";
import type { TaxRateInput } from "@vetrina/contract/pricing/taxes";
import type { Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { ApiFailure, invalidField } from "../../platform/errors.ts";

export const maxTaxRates = 1_000;

/** A rate as it is stored. */
export type TaxRatePlan = {
  name: string;
  country: string;
  region: string;
  /** The region as stateKey() normalizes it. */
  regionKey: string;
  postalFrom: string;
  postalTo: string;
  taxClass: string;
  basisPoints: number;
  startsOn: string | null;
};

/** Returns the rate as it is stored. Throws VALIDATION_FAILED for an area that can't contain any destination. */
export function planTaxRate(input: TaxRateInput): TaxRatePlan {
  const { name, taxClass, startsOn, percent } = input;
  const country = input.country ?? "";
  const [postalFrom, postalTo] = [postalKey(input.postalFrom), postalKey(input.postalTo)];
  if (country === "" && input.region !== "")
    throw invalidField("region", "Also send the region's country.");
  if (country === "" && postalFrom !== "")
    throw invalidField("postalFrom", "Also send the country of the postal codes.");
  if (postalFrom.length !== postalTo.length)
    throw invalidField("postalTo", "Use the same number of characters as in postalFrom.");
  if (postalFrom > postalTo)
    throw invalidField("postalTo", "The last postal code is before the first. Swap them.");
  const region = regionOf(country, input.region);
  return {
    name,
    country,
    region,
    regionKey: stateKey(country, region),
    postalFrom,
    postalTo,
    taxClass,
    basisPoints: Math.round(percent * 100),
    startsOn,
  };
}

/** Returns the state's code if we have a list of the country's states, else `region` unchanged. */
function regionOf(country: string, region: string): string {
  const states = statesOf(country);
  if (region === "" || states === null) return region;
  const code = stateKey(country, region);
  const state = states.find((each) => each.code.toLowerCase() === code);
  if (state === undefined)
    throw invalidField("region", `There is no such state in ${country}. Send a state's code.`);
  return state.code;
}

/**
 * Throws ALREADY_EXISTS if another rate of the same area and class starts on the same day. The caller must hold the
 * store's lock.
 */
export async function requireFreeRate(
  tx: Transaction,
  id: string,
  plan: TaxRatePlan,
): Promise<void> {
  const twin = await tx.row(sql`
    select from shop.tax_rates where store_id = ${tx.storeId} and id <> ${id} and country = ${plan.country}
      and lower(region) = lower(${plan.region}) and postal_from = ${plan.postalFrom} and postal_to = ${plan.postalTo}
      and tax_class = ${plan.taxClass} and starts_on is not distinct from ${plan.startsOn}::date`);
  if (twin !== undefined)
    throw new ApiFailure(
      "ALREADY_EXISTS",
      "Another tax rate has this area, class and start date. Change that rate, or send a different startsOn.",
      { field: "startsOn" },
    );
}
