import { z } from "zod";
import { Country, Id, OptionalText, Text } from "./common.ts";
import { endpoint } from "./endpoint.ts";
import { Amount, AmountInput, Currency, Sale } from "./money.ts";

const DayRange = z.object({ min: z.int(), max: z.int() });
export const ShippingMethod = z
  .object({
    id: Id.meta({ description: "The shipping rate's id. Send it back as shippingRateId." }),
    name: z.string(),
    price: Amount,
    regularPrice: Amount.meta({
      description: "The price before a threshold or code made shipping free.",
    }),
    freeAbove: Amount.nullable(),
    remainingForFree: Amount.nullable().meta({
      description:
        "The amount still missing for free shipping; null if shipping is free already or never free.",
    }),
    businessDays: DayRange.meta({ description: "Processing and transit together." }),
    delivery: z.object({ from: z.iso.date(), to: z.iso.date() }),
  })
  .meta({ id: "ShippingMethod" });
export type ShippingMethod = z.infer<typeof ShippingMethod>;

/** A cart line as sent by any screen. Only ids and the quantity count; the display fields are ignored. */
export const CartLineInput = z.strictObject({
  id: z.string().max(300).optional(),
  productId: z.string().max(100).optional(),
  variantId: z.string().max(100).optional(),
  quantity: z.int().min(1).max(999),
  name: z.string().max(300).optional(),
  category: z.string().max(120).nullish(),
  variant: z.string().max(300).nullish(),
  image: z.string().max(2000).nullish(),
  color: z.string().max(120).nullish(),
  size: z.string().max(120).nullish(),
  price: z.number().min(0).optional(),
  originalPrice: z.number().min(0).nullish(),
  maxQuantity: z.int().min(0).nullish(),
});
export type CartLineInput = z.infer<typeof CartLineInput>;
export const CartLines = z.array(CartLineInput).min(1, "The cart is empty.").max(100);

export const QuoteLine = z
  .object({
    productId: Id,
    variantId: Id,
    link: z.string(),
    name: z.string(),
    variantName: z.string(),
    options: z.record(z.string(), z.string()),
    image: z.string().nullable(),
    price: Amount,
    regularPrice: Amount.nullable(),
    sale: Sale.nullable(),
    quantity: z.int(),
    total: Amount,
    maxQuantity: z
      .int()
      .meta({ description: "Maximum units that can be bought now, including back-orders." }),
    backorder: z
      .object({ quantity: z.int(), expectedDate: z.iso.date().nullable() })
      .nullable()
      .meta({
        description:
          "The part of the quantity that is back-ordered; null if all units are in stock.",
      }),
    available: z
      .boolean()
      .meta({ description: "false if the requested quantity isn't available." }),
  })
  .meta({ id: "QuoteLine" });
export type QuoteLine = z.infer<typeof QuoteLine>;

/** The calculation of a cart: subtotal - discount + shipping + tax = total. */
export const Quote = z
  .object({
    currency: Currency,
    lines: z.array(QuoteLine),
    missing: z
      .array(z.object({ id: z.string(), name: z.string() }))
      .meta({ description: "Lines that can't be bought in this store." }),
    subtotal: Amount,
    discount: Amount,
    discountCode: z.string().nullable(),
    discountMessage: z
      .string()
      .nullable()
      .meta({ description: "Why the code sent doesn't apply." }),
    shipping: Amount,
    tax: Amount,
    total: Amount,
    methods: z.array(ShippingMethod),
    method: Id.nullable().meta({ description: "The shipping method included in the total." }),
    country: Country,
    estimated: z.boolean().meta({
      description: "true while no destination is known. The store's home zone is used then.",
    }),
  })
  .meta({ id: "Quote" });
export type Quote = z.infer<typeof Quote>;

export const QuoteRequest = z.strictObject({
  storeId: z.string().max(253).optional(),
  items: CartLines,
  destination: z
    .strictObject({
      country: Country,
      region: z.string().max(100).optional(),
      postalCode: z.string().max(20).optional(),
    })
    .optional(),
  shippingRateId: Id.optional(),
  discountCode: OptionalText(60).optional(),
});
export type QuoteRequest = z.infer<typeof QuoteRequest>;

/** A shipping region with its rates. The region without countries covers all countries not in another region. */
export const ShippingRegion = z
  .object({
    id: Id,
    name: z.string(),
    countries: z.array(Country),
    version: z.int(),
    rates: z.array(
      z.object({
        id: Id,
        name: z.string(),
        price: Amount,
        freeAbove: Amount.nullable().meta({
          description: "Shipping is free if the subtotal is greater than this.",
        }),
        businessDays: DayRange.meta({ description: "Processing and transit together." }),
      }),
    ),
  })
  .meta({ id: "ShippingRegion" });
export type ShippingRegion = z.infer<typeof ShippingRegion>;

const Days = z.strictObject({ min: z.int().min(0).max(90), max: z.int().min(0).max(90) });
/** A new shipping region. Without rates, nothing can be shipped there. */
export const RegionInput = z.strictObject({
  name: Text(100),
  countries: z
    .array(Country)
    .max(250)
    .transform((list) => [...new Set(list)])
    .meta({ description: "Empty: all countries that are not in another region." }),
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

export const shipping = {
  listShippingRegions: endpoint({
    method: "GET",
    path: "/shipping/regions/store/{storeId}",
    summary: "Lists the store's shipping regions in order, each with its rates.",
    access: { allow: ["public"] },
    store: { by: "store", in: "params", field: "storeId" },
    params: z.object({ storeId: z.string().max(253) }),
    response: z.object({ items: z.array(ShippingRegion) }),
    errors: ["NOT_FOUND"],
  }),
  createStoreRegion: endpoint({
    method: "POST",
    path: "/stores/{storeId}/regions",
    summary:
      "Adds a shipping region with its rates after the existing ones. A country can be in only one region.",
    access: { allow: ["MANAGE_SETTINGS"] },
    store: { by: "store", in: "params", field: "storeId" },
    params: z.object({ storeId: z.string().max(253) }),
    body: RegionInput,
    response: ShippingRegion,
    status: 201,
    errors: ["NOT_FOUND", "ALREADY_EXISTS", "LIMIT_REACHED", "CURRENCY_CHANGED"],
  }),
  deleteStoreRegion: endpoint({
    method: "DELETE",
    path: "/stores/regions/{id}",
    summary: "Deletes a shipping region with its rates. Existing orders aren't affected.",
    access: { allow: ["MANAGE_SETTINGS"] },
    store: { by: "resource", kind: "region", in: "params", field: "id" },
    params: z.object({ id: Id }),
    errors: ["NOT_FOUND", "EDIT_CONFLICT"],
  }),
  calculateShipping: endpoint({
    method: "POST",
    path: "/shipping/calculate",
    summary:
      "Returns shipping methods, prices, delivery dates, free-shipping thresholds and totals for a cart.",
    access: { allow: ["public"], limit: 240 },
    store: { by: "store", in: "body", field: "storeId", orHost: true },
    takesCart: true,
    body: QuoteRequest,
    response: Quote,
    errors: ["NOT_FOUND", "SHIPPING_UNAVAILABLE", "RATE_LIMITED"],
  }),
};
