import type { Discount, DiscountCheck } from "@vetrina/commerce/pricing/discount";
import { rateFor } from "@vetrina/commerce/pricing/free-products";
import { priceCart, type Totals } from "@vetrina/commerce/pricing/price-cart";
import { fixedPrice, type RatePrice } from "@vetrina/commerce/pricing/shipping-price";
import type { TaxTerms } from "@vetrina/commerce/pricing/tax";
import { type BuyerVatId, type TaxFacts, taxTermsFor } from "@vetrina/commerce/pricing/tax-terms";
import type { Minor } from "@vetrina/contract/money";
import type { CartLineInput } from "@vetrina/contract/pricing/shipping";
import type { Queryable } from "../../platform/database/sql.ts";
import { readTogether } from "../../platform/database/together.ts";
import type { StoreRef } from "../../platform/store-directory.ts";
import { readCollectionLists } from "../discounts/read-collection-lists.ts";
import { readBuyer, readDiscounts } from "../discounts/read-discounts.ts";
import type { Rate } from "../shipping/rate-rows.ts";
import { type Destination, readRates } from "../shipping/read-rates.ts";
import { readTaxFacts, withTaxRatesOf } from "../taxes/read-tax-terms.ts";
import { classesOf, type Line, type Lines, readLines } from "./read-lines.ts";

export type PriceRequest = {
  items: readonly CartLineInput[];
  /** null: unknown, so the store's home country is assumed. */
  country: string | null;
  /** The state and postal code; null: only the country is known. */
  place: Destination["place"];
  shippingRateId: string | undefined;
  discountCode: string | undefined;
  vatId: BuyerVatId | null;
  /** The signed-in user; null: a guest. */
  userId: string | null;
  /**
   * How a guest is treated. "unknown": as a possible new customer. "none": without any discount that depends on the
   * customer.
   */
  guest: "unknown" | "none";
  /** For a draft order; absent: the store's prices and discounts apply. */
  staff?: StaffTerms;
};

/** Terms that staff set in a draft order. The store's discounts don't apply to it. */
export type StaffTerms = {
  /** Unit prices, by the variant's id. */
  prices: ReadonlyMap<string, Minor>;
  /** A discount on a single line has the scope `lineScope(variantId)` in place of a collection. */
  discounts: readonly Discount[];
  /** null: the price of the shipping rate. */
  shipping: Minor | null;
  /** Whether staff set their own shipping instead of one of the store's rates. */
  isCustomShipping: boolean;
};

/** Returns the scope of a discount on a single line, used in place of a collection id. */
export function lineScope(variantId: string): string {
  return `line ${variantId}`;
}

export type PricedOrder = Lines & {
  totals: Totals;
  tax: TaxTerms;
  vatId: BuyerVatId | null;
  /** The shipping methods, each with its tax terms and the totals from which its price is calculated. */
  methods: Method[];
  /** null if no method is available, or if staff set their own shipping. */
  rate: ChargedRate | null;
  /** Whether the requested rate is unavailable, because it was deleted or is for another destination. */
  isOtherRate: boolean;
  /** The discount code from the request; null if it had none. */
  code: SentCode | null;
  country: string;
};

/** A rate, and whether it is free for the cart's products. */
export type ChargedRate = Rate & RatePrice;

export type Method = { rate: ChargedRate; tax: TaxTerms; totals: Totals };

/** `discount` is null if no discount has the code. */
export type SentCode = { code: string; discount: Discount | null; check: DiscountCheck };

/**
 * Calculates the amounts that a cart, the checkout and a new order show and charge. Prices come from the store's rows
 * or, for a draft order, from staff; never from the buyer.
 */
export async function priceOrder(
  from: Queryable,
  store: StoreRef,
  request: PriceRequest,
  now: Date,
): Promise<PricedOrder> {
  const country = request.country ?? store.country;
  const code = request.discountCode?.trim() ?? "";
  const { region = "", postalCode = "" } = request.place ?? {};
  const { staff } = request;
  const destination = { country, region, postalCode };
  const classes = classesOf(store.id, request.items);
  const reader = readTogether(from);
  const [{ lines, missing }, found, { coded, automatic }, ofDestination] = await Promise.all([
    readLines(reader, store.id, request.items),
    readRates(reader, store.id, { country, place: request.place }),
    staff === undefined
      ? readDiscounts(reader, store.id, code)
      : { coded: null, automatic: staff.discounts },
    readTaxFacts(reader, store, { places: [destination], classes, now }),
  ]);
  const offered = [...automatic, ...(coded === null ? [] : [coded])];
  const pickups = found.filter(({ pickupPlace }) => pickupPlace !== null);
  const [buyer, { discounts, listsOf }, facts] = await Promise.all([
    request.guest === "none" ? null : readBuyer(reader, store.id, request.userId, offered),
    staff === undefined
      ? readCollectionLists(reader, store.id, lines, offered)
      : { discounts: offered, listsOf: noLists },
    withTaxRatesOf(reader, store, ofDestination, {
      places: pickups.map((pickup) => placeOf(pickup, destination, store).destination),
      classes,
    }),
  ]);
  const products = new Set(lines.map(({ productId }) => productId));
  const rates = found.map((each) => rateFor(each, products));
  const chosen = rates.find(({ id }) => id === request.shippingRateId);
  // Preselects a pickup only if there is no other method.
  const usual = chosen ?? rates.find(({ pickup }) => pickup === null) ?? rates[0] ?? null;
  const rate = staff?.isCustomShipping === true ? null : usual;
  const termsAt = (place: ReturnType<typeof placeOf>) =>
    taxTermsFor({ ...facts, vatId: request.vatId, ...place });
  const shipped = termsAt(placeOf(null, destination, store));
  const termsOf = (method: Rate | null) =>
    method === null || method.pickupPlace === null
      ? shipped
      : termsAt(placeOf(method, destination, store));
  const priced = lines.map((line) => ({
    ...unitPriceOf(line, staff),
    quantity: line.quantity,
    productId: line.productId,
    collections: staff ? [lineScope(line.variantId)] : (listsOf.get(line.productId) ?? []),
    weight: line.weightGrams,
    taxClass: line.taxClass,
  }));
  const price = (method: RatePrice | null, tax: TaxTerms) =>
    priceCart({
      lines: priced,
      discounts,
      buyer: buyer ?? request.guest,
      rate: staff?.shipping == null ? method : fixedPrice(staff.shipping),
      tax,
      now,
    });
  const tax = termsOf(rate);
  const totals = price(rate, tax);
  let otherTotals: Totals | undefined;
  const methods = rates.map((method) => {
    const own = termsOf(method);
    // Shipping prices depend on the subtotal, and of all tax terms only reverse charge changes the subtotal. The totals
    // are therefore calculated again only if reverse charge differs.
    const isSame = (own.reverseCharge === null) === (tax.reverseCharge === null);
    return {
      rate: method,
      tax: own,
      totals: isSame ? totals : (otherTotals ??= price(method, own)),
    };
  });
  return {
    lines,
    missing,
    totals,
    tax,
    vatId: request.vatId,
    methods,
    rate,
    isOtherRate: request.shippingRateId !== undefined && chosen === undefined,
    code: code === "" ? null : sentCode(code, coded, totals),
    country,
  };
}

const noLists: ReadonlyMap<string, readonly string[]> = new Map();

function unitPriceOf(line: Line, staff: StaffTerms | undefined) {
  const fixed = staff?.prices.get(line.variantId);
  if (fixed !== undefined) return { price: fixed };
  return {
    price: line.priceMinor,
    regularPrice: line.regularPriceMinor,
    saleEndsAt: line.saleEndsAt,
  };
}

/** Returns the place where an order is taxed: the pickup location or the destination. */
export function placeOf(
  method: Rate | null,
  destination: TaxFacts["destination"],
  store: StoreRef,
): Pick<TaxFacts, "destination" | "isPickup"> {
  const place = method?.pickupPlace ?? null;
  if (place === null) return { destination, isPickup: false };
  return { destination: { ...place, country: place.country ?? store.country }, isPickup: true };
}

function sentCode(code: string, discount: Discount | null, { checks }: Totals): SentCode {
  const check = discount && checks.get(discount.id);
  return {
    code: discount?.code ?? code.toUpperCase(),
    discount,
    check: check ?? { ok: false, reason: "unknown" },
  };
}
