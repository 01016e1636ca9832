import { z } from "zod";
import { Country, Id, OptionalText } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { Amount, Currency, Sale } from "../money.ts";

const DayRange = z.object({ min: z.int(), max: z.int() });
export const ShippingMethod = z
  .object({
    id: Id.meta({ description: "The shipping rate's id. Send it back as shippingRateId." }),
    name: z.string(),
    price: Amount,
    regularPrice: Amount.meta({
      description: "What the method costs when shipping isn't free.",
    }),
    freeAbove: Amount.nullable(),
    remainingForFree: Amount.nullable().meta({
      description:
        "The price of the items to add for free shipping, before the percentage discounts that apply to the cart; null if shipping is already free or is never free.",
    }),
    businessDays: DayRange.meta({
      description: "Business days in total: processing plus transit.",
    }),
    delivery: z.object({ from: z.iso.date(), to: z.iso.date() }),
    pickup: z
      .object({ locationId: Id, locationName: z.string(), address: z.string() })
      .nullable()
      .meta({ description: "Where the order is picked up; null if it is shipped." }),
  })
  .meta({ id: "ShippingMethod" });
export type ShippingMethod = z.infer<typeof ShippingMethod>;

export const DeliverBy = z.iso.date().meta({
  description:
    "The last day of delivery that the shopper saw. If the order would arrive later, for example because it is placed after the store's cut-off hour, the call fails with 409 TOTAL_CHANGED.",
});

/** A line of a cart as any page sends it. Prices and stock are read from the store, not from these fields. */
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

/** A step in the calculation of a cart. The lines' totals and the amounts of all steps add up to the cart's total. */
export const PriceStep = z
  .object({
    kind: z.enum(["DISCOUNT", "SHIPPING", "TAX", "REVERSE_CHARGE"]),
    label: z.string().meta({
      description: "The code or title of a discount, or the name of a tax rate; otherwise empty.",
    }),
    amount: Amount.meta({
      description:
        "The amount that the step adds to the total. Negative for a discount; 0 for tax that prices include, which is in `included`.",
    }),
    shares: z.array(Amount).meta({
      description:
        "How a discount or tax is split among the lines, in their order. The rest of a tax is the tax on shipping.",
    }),
    discountId: Id.nullable(),
    offShipping: Amount.meta({
      description: "The amount that a discount took off the price of shipping.",
    }),
    percent: z.number().nullable().meta({ description: "The tax rate in percent." }),
    jurisdiction: z.string().nullable().meta({
      description:
        "Where the tax is due: the country, followed by the region if the rate is for one, such as US-CA.",
    }),
    isVerified: z.boolean().nullable().meta({
      description: "For REVERSE_CHARGE: whether a register confirmed the VAT ID.",
    }),
    base: Amount.nullable().meta({
      description:
        "The amount on which the tax is calculated. It contains the tax if prices include it.",
    }),
    included: Amount.meta({
      description: "For included tax: its amount, which is already part of the prices.",
    }),
    reason: z
      .enum(["THRESHOLD", "PRODUCTS", "WEIGHT", "SUBTOTAL", "PRICE", "DISCOUNT"])
      .nullable()
      .meta({ description: "The rule that set the price of shipping." }),
  })
  .meta({ id: "PriceStep" });
export type PriceStep = z.infer<typeof PriceStep>;

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

/** The calculated amounts of a cart: subtotal - discount + shipping + tax = total. */
export const Quote = z
  .object({
    currency: Currency,
    lines: z.array(QuoteLine),
    missing: z.array(z.object({ id: z.string(), name: z.string() })).meta({
      description:
        "Lines of the cart that `lines` leaves out, because the store doesn't sell the product or variant.",
    }),
    subtotal: Amount,
    discount: Amount,
    discountCode: z.string().nullable(),
    discountMessage: z
      .string()
      .nullable()
      .meta({ description: "Why the discount code sent doesn't apply." }),
    vatId: z.string().nullable().meta({ description: "The VAT ID sent, if it is valid." }),
    vatIdMessage: z.string().nullable().meta({ description: "Why the VAT ID sent has no effect." }),
    shipping: Amount,
    tax: Amount.meta({
      description: "Tax on top of the other amounts; 0 if these already include tax.",
    }),
    taxIncluded: Amount.meta({
      description: "Tax that the other amounts already include. It is not added to the total.",
    }),
    total: Amount,
    trace: z.array(PriceStep).meta({ description: "How the total was calculated, step by step." }),
    methods: z.array(ShippingMethod),
    method: Id.nullable().meta({ description: "The shipping method included in the total." }),
    methodMessage: z.string().nullable().meta({
      description:
        "Why the total doesn't include the requested shipping method; null if it does, or if none was requested.",
    }),
    country: Country,
    estimated: z.boolean().meta({
      description:
        "true if no complete destination was sent. Shipping and tax are then estimates for the country.",
    }),
  })
  .meta({ id: "Quote" });
export type Quote = z.infer<typeof Quote>;

/** The destination of an order, which determines shipping and tax. */
export const Destination = z.strictObject({
  country: Country,
  region: z.string().max(100).optional(),
  postalCode: z.string().max(20).optional(),
});

export const QuoteRequest = z.strictObject({
  storeId: z.string().max(253).optional(),
  items: CartLines,
  destination: Destination.optional(),
  shippingRateId: Id.optional(),
  discountCode: OptionalText(60).optional(),
  vatId: OptionalText(30).optional(),
});
export type QuoteRequest = z.infer<typeof QuoteRequest>;

export const shipping = {
  calculateShipping: endpoint({
    method: "POST",
    path: "/shipping/calculate",
    summary:
      "Calculates a cart's prices and totals, with the shipping methods, delivery dates and free-shipping thresholds for its destination.",
    access: { allow: ["public", "customer"], limit: 240 },
    store: { by: "store", in: "body", field: "storeId", orHost: true },
    takesCart: true,
    body: QuoteRequest,
    response: Quote,
    errors: ["NOT_FOUND", "RATE_LIMITED"],
  }),
};
