import { discountMessage } from "@vetrina/commerce/discounts";
import { toMajor } from "@vetrina/commerce/money";
import {
  businessDays,
  deliveryWindow,
  remainingForFree,
  shippingPrice,
  type ShippingRate,
} from "@vetrina/commerce/shipping";
import type { Quote, QuoteLine, ShippingMethod } from "@vetrina/contract/shipping";
import type { StoreRef } from "../../platform/store-directory.ts";
import type { PricedOrder } from "./price-order.ts";
import { backorderOf, readyAt } from "./backorder.ts";
import type { Line } from "./read-lines.ts";

/** A priced cart in the API's format. */
export function quoteOf(
  priced: PricedOrder,
  store: StoreRef,
  request: { code: string | undefined; estimated: boolean; now: Date },
): Quote {
  const { totals, discount, discountCheck, rate } = priced;
  const { currency, locale } = store;
  const code = discount?.code ?? request.code?.toUpperCase() ?? null;
  const counts = discountCheck?.ok === true;
  return {
    currency,
    lines: priced.lines.map((line) => quoteLine(line, currency, request.now)),
    missing: priced.missing,
    subtotal: toMajor(totals.subtotal, currency),
    discount: toMajor(totals.discount, currency),
    discountCode: counts ? code : null,
    discountMessage:
      discountCheck === null || counts
        ? null
        : discountMessage(discountCheck, { code: code ?? "", discount, currency, locale }),
    shipping: toMajor(totals.shipping, currency),
    tax: toMajor(totals.tax, currency),
    total: toMajor(totals.total, currency),
    methods: priced.rates.map((each) => methodOf(each, priced, store, request.now)),
    method: rate?.id ?? null,
    country: priced.country,
    estimated: request.estimated,
  };
}

function quoteLine(line: Line, currency: string, now: Date): QuoteLine {
  return {
    productId: line.productId,
    variantId: line.variantId,
    link: line.link,
    name: line.name,
    variantName: line.variantName,
    options: line.options,
    image: line.image,
    price: toMajor(line.priceMinor, currency),
    regularPrice:
      line.regularPriceMinor === null ? null : toMajor(line.regularPriceMinor, currency),
    sale: line.saleEndsAt && { endsAt: line.saleEndsAt.toISOString() },
    quantity: line.quantity,
    total: toMajor(line.priceMinor * line.quantity, currency),
    maxQuantity: line.maxQuantity,
    backorder: backorderOf(line, now),
    available: line.maxQuantity >= line.quantity,
  };
}

function methodOf(
  rate: ShippingRate,
  priced: PricedOrder,
  store: StoreRef,
  now: Date,
): ShippingMethod {
  const { currency } = store;
  const discounted = priced.totals.subtotal - priced.totals.discount;
  const freeByCode = priced.discountCheck?.ok === true && priced.discount?.type === "FREE_SHIPPING";
  const remaining = freeByCode ? null : remainingForFree(rate, discounted);
  return {
    id: rate.id,
    name: rate.name,
    price: toMajor(shippingPrice(rate, discounted, freeByCode), currency),
    regularPrice: toMajor(rate.price, currency),
    freeAbove: rate.freeAbove === null ? null : toMajor(rate.freeAbove, currency),
    remainingForFree: remaining === null ? null : toMajor(remaining, currency),
    businessDays: businessDays(rate),
    delivery: deliveryWindow(readyAt(priced.lines, now), rate, store.timeZone),
  };
}
