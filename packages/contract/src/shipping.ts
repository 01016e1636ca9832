import { z } from "zod";
import { Country, Id, OptionalText, Text } from "./common.ts";
import { endpoint } from "./endpoint.ts";
import { Amount, AmountInput, Currency, Sale } from "./money.ts";

const DayRange = z.object({ min: z.int(), max: z.int() });
export const ShippingMethod = z
  .object({
    id: Id.meta({ description: "The shipping rate's id: send it back as shippingRateId." }),
    name: z.string(),
    price: Amount,
    regularPrice: Amount.meta({ description: "Before a threshold or a code made it free." }),
    freeAbove: Amount.nullable(),
    remainingForFree: Amount.nullable().meta({
      description: "What is missing to free; null where it is free or never.",
    }),
    businessDays: DayRange.meta({ description: "Processing and transit together." }),
    delivery: z.object({ from: z.iso.date(), to: z.iso.date() }),
  })
  .meta({ id: "ShippingMethod" });
export type ShippingMethod = z.infer<typeof ShippingMethod>;

/** A line of a cart as any screen sends it: ids and a quantity; the rest is display and never a fact. */
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
      .meta({ description: "Pieces that can be bought now, with what may be back-ordered." }),
    backorder: z
      .object({ quantity: z.int(), expectedDate: z.iso.date().nullable() })
      .nullable()
      .meta({ description: "How many of the quantity are not there yet; null: all are." }),
    available: z.boolean().meta({ description: "False: not as many as asked for." }),
  })
  .meta({ id: "QuoteLine" });
export type QuoteLine = z.infer<typeof QuoteLine>;

/** The one calculation of a cart: subtotal - discount + shipping + tax = total. */
export const Quote = z
  .object({
    currency: Currency,
    lines: z.array(QuoteLine),
    missing: z
      .array(z.object({ id: z.string(), name: z.string() }))
      .meta({ description: "Lines that name nothing that can be bought here." }),
    subtotal: Amount,
    discount: Amount,
    discountCode: z.string().nullable(),
    discountMessage: z
      .string()
      .nullable()
      .meta({ description: "Why the code sent gives nothing." }),
    shipping: Amount,
    tax: Amount,
    total: Amount,
    methods: z.array(ShippingMethod),
    method: Id.nullable().meta({ description: "The method counted in." }),
    country: Country,
    estimated: z.boolean().meta({
      description: "True until a destination is known: the store's home zone is assumed.",
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

/** A part of the world and the ways of shipping to it; no countries: wherever no other region is named. */
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
        freeAbove: Amount.nullable().meta({ description: "Free strictly above this subtotal." }),
        businessDays: DayRange.meta({ description: "Processing and transit together." }),
      }),
    ),
  })
  .meta({ id: "ShippingRegion" });
export type ShippingRegion = z.infer<typeof ShippingRegion>;

const Days = z.strictObject({ min: z.int().min(0).max(90), max: z.int().min(0).max(90) });
/** A region as a store adds it; without rates nothing is shipped there yet. */
export const RegionInput = z.strictObject({
  name: Text(100),
  countries: z
    .array(Country)
    .max(250)
    .transform((list) => [...new Set(list)])
    .meta({ description: "Empty: wherever no other region is named." }),
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
    summary: "The store's shipping table: regions in order, each with its rates.",
    access: { allow: ["public"] },
    store: { by: "store", in: "params", field: "storeId" },
    params: z.object({ storeId: z.string().max(253) }),
    response: z.object({ items: z.array(ShippingRegion) }),
    errors: ["NOT_FOUND"],
  }),
  createStoreRegion: endpoint({
    method: "POST",
    path: "/stores/{storeId}/regions",
    summary: "Adds a region behind the others, with its rates; a country is in one region.",
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
    summary: "Removes a region with its rates; orders keep what they were placed with.",
    access: { allow: ["MANAGE_SETTINGS"] },
    store: { by: "resource", kind: "region", in: "params", field: "id" },
    params: z.object({ id: Id }),
    errors: ["NOT_FOUND", "EDIT_CONFLICT"],
  }),
  calculateShipping: endpoint({
    method: "POST",
    path: "/shipping/calculate",
    summary: "Methods, prices, dates, thresholds and the whole total of a cart.",
    access: { allow: ["public"], limit: 240 },
    store: { by: "store", in: "body", field: "storeId", orHost: true },
    takesCart: true,
    body: QuoteRequest,
    response: Quote,
    errors: ["NOT_FOUND", "SHIPPING_UNAVAILABLE", "RATE_LIMITED"],
  }),
};
