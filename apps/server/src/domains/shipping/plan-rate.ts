import { readAmount } from "@vetrina/commerce/money";
import type { ShippingRateInput } from "@vetrina/contract/pricing/shipping-rates";
import type { Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { ApiFailure, invalidField } from "../../platform/errors.ts";
import type { NewRate } from "./rate-rows.ts";

const maxRates = 200;
const maxRatesOfRegion = 20;

/** A complete rate to validate: the one sent on creation, or the stored one with the sent changes applied. */
export type SentRate = Omit<ShippingRateInput, "position">;

/**
 * Returns a rate in minor units. Throws VALIDATION_FAILED, naming the field, if an amount can't be stored, a minimum of
 * days exceeds its maximum, or a field is missing that the type requires, or given that the type doesn't have.
 */
export function planRate(sent: SentRate, currency: string): NewRate {
  const minor = (amount: number, path: string) => {
    const read = readAmount(amount, currency);
    if ("problem" in read) throw invalidField(path, read.problem);
    return read.minor;
  };
  const { type } = sent;
  const isPickup = type === "PICKUP";
  const hasSteps = type === "BY_WEIGHT" || type === "BY_SUBTOTAL";
  const transit = sent.transitDays ?? (isPickup ? { min: 0, max: 0 } : undefined);
  if (transit === undefined)
    throw invalidField("transitDays", "Enter the business days in transit.");
  requireDays(sent.processingDays, "processingDays");
  requireDays(transit, "transitDays");
  if (isPickup && transit.max > 0)
    throw invalidField("transitDays", "Pickup has no transit time. Enter 0, or leave it out.");
  if (isPickup && sent.locationId === null)
    throw invalidField("locationId", "Enter the location to pick up at.");
  if (!isPickup && sent.locationId !== null)
    throw invalidField(
      "locationId",
      "Only a rate of the type PICKUP has a location. Send null for other types.",
    );
  const steps = sent.steps.map((step, i) => ({
    from: type === "BY_SUBTOTAL" ? minor(step.from, `steps.${i}.from`) : step.from,
    price: minor(step.price, `steps.${i}.price`),
  }));
  if (hasSteps) requireSteps(steps);
  else if (steps.length > 0)
    throw invalidField(
      "steps",
      "Only rates by weight or subtotal have steps. Leave them out, and enter a price.",
    );
  if (!hasSteps && sent.price === undefined) throw invalidField("price", "Enter the price.");
  return {
    name: sent.name,
    type,
    price: steps[0]?.price ?? minor(sent.price ?? 0, "price"),
    steps,
    freeAbove: sent.freeAbove === null ? null : minor(sent.freeAbove, "freeAbove"),
    freeProducts: [...new Set(sent.freeProducts)],
    processing: sent.processingDays,
    transit,
    locationId: sent.locationId,
    pickupAddress: isPickup ? sent.pickupAddress : "",
  };
}

function requireDays({ min, max }: { min: number; max: number }, path: string): void {
  if (min > max) throw invalidField(path, "The minimum is greater than the maximum. Swap them.");
}

function requireSteps(steps: readonly { from: number }[]): void {
  if (steps[0]?.from !== 0) throw invalidField("steps", "The first step must start at 0.");
  for (const [i, { from }] of steps.entries()) {
    if (!Number.isInteger(from)) throw invalidField(`steps.${i}.from`, "Enter whole grams.");
    if (i > 0 && from <= (steps[i - 1]?.from ?? 0))
      throw invalidField(`steps.${i}.from`, "Start each step above the one before it.");
  }
}

/**
 * Checks a rate against the store's rows, under the store's lock. Throws VALIDATION_FAILED for a region, provider,
 * location or product that is not the store's, ALREADY_EXISTS if another rate of its region has the name, and
 * LIMIT_REACHED.
 */
export async function requireFits(
  tx: Transaction,
  id: string,
  of: { providerId: string; regionId: string },
  rate: NewRate,
): Promise<void> {
  const found = await tx.row<{
    region: boolean;
    provider: boolean;
    location: boolean;
    products: string[];
    named: boolean;
    inRegion: number;
    all: number;
  }>(sql`
    select
      exists (select from shop.shipping_regions where store_id = ${tx.storeId} and id = ${of.regionId}) as region,
      exists (select from shop.shipping_providers where store_id = ${tx.storeId} and id = ${of.providerId}) as provider,
      exists (select from shop.locations where store_id = ${tx.storeId} and id = ${rate.locationId}::uuid
        and deleted_at is null) as location,
      array(select id from shop.products where store_id = ${tx.storeId} and id = any(${rate.freeProducts}::uuid[])
        and deleted_at is null) as products,
      coalesce(bool_or(lower(name) = lower(${rate.name}) and region_id = ${of.regionId}), false) as named,
      count(*) filter (where region_id = ${of.regionId})::int as "inRegion", count(*)::int as all
    from shop.shipping_rates where store_id = ${tx.storeId} and id <> ${id}`);
  if (found === undefined)
    throw new Error("the rate could not be checked, because the query returned no row");
  if (!found.region)
    throw invalidField(
      "regionId",
      "There is no such region. Use the id of one of the store's regions.",
    );
  if (!found.provider)
    throw invalidField(
      "providerId",
      "There is no such provider. Use the id of one of the store's providers.",
    );
  if (rate.locationId !== null && !found.location)
    throw invalidField(
      "locationId",
      "There is no such location. Use the id of one of the store's locations.",
    );
  const strange = rate.freeProducts.findIndex((product) => !found.products.includes(product));
  if (strange >= 0)
    throw invalidField(
      `freeProducts.${strange}`,
      "There is no such product. Use the ids of the store's products.",
    );
  if (found.named)
    throw new ApiFailure(
      "ALREADY_EXISTS",
      "Another rate in this region has this name. Choose a different name.",
      {
        field: "name",
      },
    );
  if (found.all >= maxRates || found.inRegion >= maxRatesOfRegion) {
    const max = found.all >= maxRates ? maxRates : maxRatesOfRegion;
    const of = found.all >= maxRates ? "A store" : "A region";
    throw new ApiFailure(
      "LIMIT_REACHED",
      `${of} can have at most ${max} shipping rates. Delete one first.`,
      { max },
    );
  }
}
