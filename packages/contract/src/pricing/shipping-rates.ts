import { z } from "zod";
import { Dictionary, Id, OptionalText, Text } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { ShippingProviderType, ShippingRateType } from "../enumerations.ts";
import { Amount, AmountInput } from "../money.ts";

/** A carrier or delivery service. Each shipping rate belongs to one. */
export const ShippingProvider = z
  .object({
    id: Id,
    name: z.string(),
    type: ShippingProviderType,
    isActive: z
      .boolean()
      .meta({ description: "Whether shoppers can choose the provider's rates." }),
    position: z.int(),
    version: z.int().meta({ description: "Increases with each change. Send it as If-Match." }),
    credentialNames: z.array(z.string()).optional().meta({
      description:
        "The names of the provider's credentials; returned only to callers with MANAGE_SETTINGS. No call returns their values.",
    }),
  })
  .meta({ id: "ShippingProvider" });
export type ShippingProvider = z.infer<typeof ShippingProvider>;

const Credentials = Dictionary(
  z
    .string()
    .max(60)
    .regex(/^[A-Za-z][\w-]*$/, "Use only letters, digits, _ and -, beginning with a letter."),
  z.string().min(1).max(4000),
  20,
).meta({
  description:
    "The credentials that the carrier's API requires, such as account and key. Stored encrypted and never returned. New credentials replace all earlier ones.",
});
const Position = z.int().min(0).max(1000);

const provider = {
  name: Text(60),
  type: ShippingProviderType,
  isActive: z.boolean(),
  position: Position,
  credentials: Credentials,
};
export const ShippingProviderInput = z.strictObject({
  ...provider,
  isActive: provider.isActive.default(true),
  position: Position.optional().meta({ description: "Last if absent." }),
  credentials: Credentials.optional(),
});
export type ShippingProviderInput = z.infer<typeof ShippingProviderInput>;
export const ShippingProviderUpdate = z.strictObject(provider).partial();
export type ShippingProviderUpdate = z.infer<typeof ShippingProviderUpdate>;

const DayRange = z.object({ min: z.int(), max: z.int() });
const Days = z.strictObject({ min: z.int().min(0).max(90), max: z.int().min(0).max(90) });

/** A shipping method with its price and delivery time. */
export const ShippingRate = z
  .object({
    id: Id,
    providerId: Id,
    regionId: Id,
    name: z.string(),
    type: ShippingRateType,
    price: Amount.meta({
      description:
        "The price of shipping. If the price depends on `steps`, this is the price of the first step.",
    }),
    steps: z
      .array(z.object({ from: z.number(), price: Amount }))
      .meta({ description: "Prices by weight in grams, or by subtotal. Empty for other types." }),
    freeAbove: Amount.nullable().meta({
      description: "Shipping is free if the discounted subtotal is greater than this.",
    }),
    freeProducts: z
      .array(Id)
      .meta({ description: "Shipping is free if all lines are of these products." }),
    processingDays: DayRange.meta({ description: "Business days until the parcel is shipped." }),
    transitDays: DayRange.meta({ description: "Business days in transit; 0 for pickup." }),
    businessDays: DayRange.meta({
      description: "Business days in total: processing plus transit.",
    }),
    pickup: z
      .object({ locationId: Id, locationName: z.string(), address: z.string() })
      .nullable()
      .meta({ description: "Where the order is picked up; null if it is shipped." }),
    position: z.int().meta({
      description:
        "The rate's position in its region, ascending. Estimates use the region's first rate.",
    }),
    version: z.int().meta({ description: "Increases with each change. Send it as If-Match." }),
  })
  .meta({ id: "ShippingRate" });
export type ShippingRate = z.infer<typeof ShippingRate>;

const price = AmountInput.meta({ description: "The price of a FLAT or PICKUP rate." });
const steps = z
  .array(z.strictObject({ from: z.number().min(0).max(2_147_483_647), price: AmountInput }))
  .max(20)
  .meta({
    description:
      "For BY_WEIGHT and BY_SUBTOTAL: the price from each weight in grams, or from each discounted subtotal, in ascending order, beginning at 0.",
  });
const rate = {
  regionId: Id,
  name: Text(60),
  type: ShippingRateType,
  price,
  steps,
  freeAbove: AmountInput.nullable(),
  freeProducts: z.array(Id).max(200),
  processingDays: Days,
  transitDays: Days,
  locationId: Id.nullable().meta({ description: "For PICKUP: the location to pick up at." }),
  pickupAddress: OptionalText(300).meta({
    description: "For PICKUP: the address and opening hours that shoppers see.",
  }),
  position: Position,
};
export const ShippingRateInput = z.strictObject({
  ...rate,
  providerId: Id,
  type: ShippingRateType.default("FLAT"),
  price: price.optional(),
  steps: steps.default([]),
  freeAbove: rate.freeAbove.default(null),
  freeProducts: rate.freeProducts.default([]),
  processingDays: Days.default({ min: 1, max: 2 }),
  transitDays: Days.optional().meta({ description: "Required, except for PICKUP." }),
  locationId: rate.locationId.default(null),
  pickupAddress: rate.pickupAddress.default(""),
  position: Position.optional().meta({ description: "Last in its region if absent." }),
});
export type ShippingRateInput = z.infer<typeof ShippingRateInput>;
export const ShippingRateUpdate = z.strictObject({ ...rate, providerId: Id }).partial();
export type ShippingRateUpdate = z.infer<typeof ShippingRateUpdate>;

const shown = { allow: ["public"], more: "MANAGE_SETTINGS" } as const;
const written = { allow: ["MANAGE_SETTINGS"] } as const;
const inStore = z.object({ storeId: z.string().max(253) });
const ofStore = { by: "store", in: "params", field: "storeId" } as const;
const byId = z.object({ id: Id });
const ofProvider = {
  by: "resource",
  kind: "shipping provider",
  in: "params",
  field: "id",
} as const;
const ofRate = { by: "resource", kind: "shipping rate", in: "params", field: "id" } as const;

export const shippingProviders = {
  listShippingProviders: endpoint({
    method: "GET",
    path: "/shipping/providers/store/{storeId}",
    summary:
      "Lists the store's active shipping providers. Callers with MANAGE_SETTINGS also get inactive ones, and the names of their credentials.",
    access: shown,
    store: ofStore,
    params: inStore,
    response: z.object({ items: z.array(ShippingProvider) }),
    errors: ["NOT_FOUND"],
  }),
  createShippingProvider: endpoint({
    method: "POST",
    path: "/shipping/providers/store/{storeId}",
    summary: "Adds a shipping provider. Its credentials are stored encrypted and never returned.",
    access: written,
    store: ofStore,
    params: inStore,
    body: ShippingProviderInput,
    response: ShippingProvider,
    status: 201,
    errors: ["NOT_FOUND", "ALREADY_EXISTS", "LIMIT_REACHED"],
  }),
  getShippingProvider: endpoint({
    method: "GET",
    path: "/shipping/providers/{id}",
    summary:
      "Returns an active shipping provider. Callers with MANAGE_SETTINGS also get inactive ones, and the names of their credentials.",
    access: shown,
    store: ofProvider,
    params: byId,
    response: ShippingProvider,
    errors: ["NOT_FOUND"],
  }),
  updateShippingProvider: endpoint({
    method: "PUT",
    path: "/shipping/providers/{id}",
    summary:
      "Updates a shipping provider. Fields that aren't sent don't change. Rates of an inactive provider can't be chosen. If a cart already uses one, its next quote says that the rate is unavailable.",
    access: written,
    store: ofProvider,
    params: byId,
    body: ShippingProviderUpdate,
    response: ShippingProvider,
    errors: ["NOT_FOUND", "ALREADY_EXISTS", "EDIT_CONFLICT"],
  }),
  deleteShippingProvider: endpoint({
    method: "DELETE",
    path: "/shipping/providers/{id}",
    summary:
      "Deletes a shipping provider with its rates and credentials. Existing orders aren't affected. If a cart uses one of these rates, its next quote says that the rate is unavailable.",
    access: written,
    store: ofProvider,
    params: byId,
    errors: ["NOT_FOUND", "EDIT_CONFLICT"],
  }),
};

export const shippingRates = {
  listShippingRates: endpoint({
    method: "GET",
    path: "/shipping/rates/provider/{providerId}",
    summary:
      "Lists a shipping provider's rates, grouped by region. Rates of inactive providers require MANAGE_SETTINGS.",
    access: shown,
    store: { ...ofProvider, field: "providerId" },
    params: z.object({ providerId: Id }),
    response: z.object({ items: z.array(ShippingRate) }),
    errors: ["NOT_FOUND"],
  }),
  createShippingRate: endpoint({
    method: "POST",
    path: "/shipping/rates",
    summary:
      "Adds a rate of a provider to a region: flat, by weight, by subtotal, or for pickup at a location.",
    access: written,
    store: { by: "resource", kind: "shipping provider", in: "body", field: "providerId" },
    example: {
      providerId: "0198c5a0-0000-7000-8000-000000000001",
      regionId: "0198c5a0-0000-7000-8000-000000000001",
      name: "Express",
      price: 15,
      transitDays: { min: 1, max: 2 },
    },
    body: ShippingRateInput,
    response: ShippingRate,
    status: 201,
    errors: ["NOT_FOUND", "ALREADY_EXISTS", "LIMIT_REACHED", "CURRENCY_CHANGED"],
  }),
  getShippingRate: endpoint({
    method: "GET",
    path: "/shipping/rates/{id}",
    summary: "Returns a shipping rate. Rates of inactive providers require MANAGE_SETTINGS.",
    access: shown,
    store: ofRate,
    params: byId,
    response: ShippingRate,
    errors: ["NOT_FOUND"],
  }),
  updateShippingRate: endpoint({
    method: "PUT",
    path: "/shipping/rates/{id}",
    summary:
      "Updates a shipping rate, for example its free-shipping threshold. Fields that aren't sent don't change. Orders keep the price they were placed with.",
    access: written,
    store: ofRate,
    params: byId,
    body: ShippingRateUpdate,
    response: ShippingRate,
    errors: ["NOT_FOUND", "ALREADY_EXISTS", "LIMIT_REACHED", "EDIT_CONFLICT", "CURRENCY_CHANGED"],
  }),
  deleteShippingRate: endpoint({
    method: "DELETE",
    path: "/shipping/rates/{id}",
    summary:
      "Deletes a shipping rate. Existing orders aren't affected. If a cart uses the rate, its next quote says that the rate is unavailable.",
    access: written,
    store: ofRate,
    params: byId,
    errors: ["NOT_FOUND", "EDIT_CONFLICT"],
  }),
};
