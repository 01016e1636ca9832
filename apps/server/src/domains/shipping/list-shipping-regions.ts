import { toMajor } from "@vetrina/commerce/money";
import { businessDays, type ShippingRate } from "@vetrina/commerce/shipping";
import type { shipping, ShippingRegion } from "@vetrina/contract/shipping";
import type { Handler } from "../../platform/http/routes.ts";
import { readZones, type Zone } from "./read-rates.ts";

/** Shipping prices and delivery times by region, in the store's order. */
export const listShippingRegions: Handler<typeof shipping.listShippingRegions> = async (ctx) => {
  const zones = await readZones(ctx.catalogue, ctx.store.id);
  return {
    items: zones.map((zone) => regionToWire(zone, ctx.store.currency)),
  };
};

export function regionToWire(
  { id, name, countries, version, rates }: Zone,
  currency: string,
): ShippingRegion {
  return {
    id,
    name,
    countries: countries === "rest" ? [] : [...countries],
    version,
    rates: rates.map((rate) => rateToWire(rate, currency)),
  };
}

function rateToWire(rate: ShippingRate, currency: string) {
  return {
    id: rate.id,
    name: rate.name,
    price: toMajor(rate.price, currency),
    freeAbove: rate.freeAbove === null ? null : toMajor(rate.freeAbove, currency),
    businessDays: businessDays(rate),
  };
}
