import { z } from "zod";
import { Country, Id, Text } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { AmountInput } from "../money.ts";
import { ShippingRate } from "./shipping-rates.ts";

const StatePart = { country: Country, state: Text(100) };
const PostalPart = { country: Country, from: Text(12), to: Text(12) };

/** A shipping region with its rates. A region without areas includes every destination that is in no other region. */
export const ShippingRegion = z
  .object({
    id: Id,
    name: z.string(),
    countries: z.array(Country).meta({
      description:
        "Whole countries, without the states and postal codes that belong to other regions.",
    }),
    states: z.array(z.object(StatePart)),
    postalCodes: z.array(z.object(PostalPart)),
    position: z.int(),
    version: z.int().meta({ description: "Increases with each change. Send it as If-Match." }),
    rates: z.array(ShippingRate.omit({ regionId: true, freeProducts: true, version: true })),
  })
  .meta({ id: "ShippingRegion" });
export type ShippingRegion = z.infer<typeof ShippingRegion>;

const Position = z.int().min(0).max(1000);
const region = {
  name: Text(100),
  countries: z.array(Country).max(250).meta({ description: "Whole countries." }),
  states: z.array(z.strictObject(StatePart)).max(200).meta({
    description:
      "States or provinces: by code in countries that have a list of codes (US, CA, AU), else by the name used in addresses.",
  }),
  postalCodes: z.array(z.strictObject(PostalPart)).max(100).meta({
    description:
      "Ranges of postal codes. `from` and `to` are included, and must have the same length. Only the first characters of a code are compared, as many as `from` has: 90 to 96 includes 90210.",
  }),
  position: Position,
};
/** A region to create. Without areas, it includes every destination that is in no other region. */
export const ShippingRegionInput = z.strictObject({
  ...region,
  countries: region.countries.default([]),
  states: region.states.default([]),
  postalCodes: region.postalCodes.default([]),
  position: Position.optional().meta({ description: "Last if absent." }),
});
export type ShippingRegionInput = z.infer<typeof ShippingRegionInput>;
export const ShippingRegionUpdate = z.strictObject(region).partial();
export type ShippingRegionUpdate = z.infer<typeof ShippingRegionUpdate>;

const Days = z.strictObject({ min: z.int().min(0).max(90), max: z.int().min(0).max(90) });
/**
 * A region to create together with flat rates, which are assigned to the store's first provider. Without rates, nothing
 * can be shipped to the region.
 */
export const RegionInput = z.strictObject({
  ...ShippingRegionInput.shape,
  rates: z
    .array(
      z.strictObject({
        name: Text(60),
        price: AmountInput,
        freeAbove: AmountInput.nullable().default(null),
        processingDays: Days.default({ min: 1, max: 2 }),
        transitDays: Days,
      }),
    )
    .max(20)
    .default([]),
});
export type RegionInput = z.infer<typeof RegionInput>;

const shown = { allow: ["public"], limit: 600 } as const;
const written = { allow: ["MANAGE_SETTINGS"] } as const;
const inStore = z.object({ storeId: z.string().max(253) });
const ofStore = { by: "store", in: "params", field: "storeId" } as const;
const byId = z.object({ id: Id });
const ofRegion = { by: "resource", kind: "region", in: "params", field: "id" } as const;

export const shippingRegions = {
  listShippingRegions: endpoint({
    method: "GET",
    path: "/shipping/regions/store/{storeId}",
    summary:
      "Lists the store's shipping regions by position, each with the rates that shoppers can choose.",
    access: shown,
    store: ofStore,
    params: inStore,
    response: z.object({ items: z.array(ShippingRegion) }),
    errors: ["NOT_FOUND", "RATE_LIMITED"],
  }),
  createShippingRegion: endpoint({
    method: "POST",
    path: "/shipping/regions/store/{storeId}",
    summary:
      "Adds a shipping region of countries, states or postal codes. No destination can be in two regions.",
    access: written,
    store: ofStore,
    params: inStore,
    body: ShippingRegionInput,
    example: { name: "Western Europe", countries: ["DE", "FR"] },
    response: ShippingRegion,
    status: 201,
    errors: ["NOT_FOUND", "ALREADY_EXISTS", "LIMIT_REACHED"],
  }),
  getShippingRegion: endpoint({
    method: "GET",
    path: "/shipping/regions/{id}",
    summary: "Returns a shipping region with the rates that shoppers can choose.",
    access: shown,
    store: ofRegion,
    params: byId,
    response: ShippingRegion,
    errors: ["NOT_FOUND", "RATE_LIMITED"],
  }),
  updateShippingRegion: endpoint({
    method: "PUT",
    path: "/shipping/regions/{id}",
    summary:
      "Updates a shipping region. Fields that aren't sent don't change. Lists of areas replace the current ones.",
    access: written,
    store: ofRegion,
    params: byId,
    body: ShippingRegionUpdate,
    response: ShippingRegion,
    errors: ["NOT_FOUND", "ALREADY_EXISTS", "LIMIT_REACHED", "EDIT_CONFLICT"],
  }),
  deleteShippingRegion: endpoint({
    method: "DELETE",
    path: "/shipping/regions/{id}",
    summary:
      "Deletes a shipping region with its rates. Existing orders aren't affected. If a cart uses one of these rates, its next quote says that the rate is unavailable.",
    access: written,
    store: ofRegion,
    params: byId,
    errors: ["NOT_FOUND", "EDIT_CONFLICT"],
  }),
  createStoreRegion: endpoint({
    method: "POST",
    path: "/stores/{storeId}/regions",
    summary:
      "Adds a shipping region together with flat rates of the store's first provider. No destination can be in two regions.",
    access: written,
    store: ofStore,
    params: inStore,
    body: RegionInput,
    response: ShippingRegion,
    status: 201,
    errors: ["NOT_FOUND", "ALREADY_EXISTS", "LIMIT_REACHED", "CURRENCY_CHANGED"],
  }),
  deleteStoreRegion: endpoint({
    method: "DELETE",
    path: "/stores/regions/{id}",
    summary: "Deletes a shipping region with its rates, as DELETE /shipping/regions/{id} does.",
    access: written,
    store: ofRegion,
    params: byId,
    errors: ["NOT_FOUND", "EDIT_CONFLICT"],
  }),
};
