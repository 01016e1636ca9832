import { discountMessage } from "@vetrina/commerce/pricing/discount-message";
import { mostPercent } from "@vetrina/commerce/pricing/discount";
import { type LineTotals, shippingOf } from "@vetrina/commerce/pricing/price-cart";
import { remainingForFree } from "@vetrina/commerce/pricing/shipping-price";
import { toMajor } from "@vetrina/commerce/money";
import { businessDays, deliveryWindows } from "@vetrina/commerce/shipping/shipping";
import type { Quote, QuoteLine, ShippingMethod } from "@vetrina/contract/pricing/shipping";
import type { StoreRef } from "../../platform/store-directory.ts";
import type { ChargedRate, Method, PricedOrder } from "./price-order.ts";
import { backorderOf, readyOn } from "./backorder.ts";
import { keptSteps, presentTrace } from "./present-trace.ts";
import type { Line } from "./read-lines.ts";

/** Returns a priced cart in the API's format. */
export function quoteOf(
  priced: PricedOrder,
  store: StoreRef,
  request: { estimated: boolean; now: Date; vatIdProblem?: string | null },
): Quote {
  const { totals, code, rate } = priced;
  const { currency, locale } = store;
  const deliveryOf = deliveryWindows(request.now, store, readyOn(priced.lines, request.now));
  return {
    currency,
    lines: priced.lines.map((line, i) => quoteLine(line, totals.lines[i], currency, request.now)),
    missing: priced.missing,
    subtotal: toMajor(totals.subtotal, currency),
    discount: toMajor(totals.discount, currency),
    discountCode: code?.check.ok === true ? code.code : null,
    discountMessage:
      code === null || code.check.ok
        ? null
        : discountMessage(code.check, { ...code, currency, locale }),
    vatId: priced.vatId?.vatId ?? null,
    vatIdMessage: request.vatIdProblem ?? vatIdMessage(priced),
    shipping: toMajor(totals.shipping, currency),
    tax: toMajor(totals.tax, currency),
    taxIncluded: toMajor(totals.taxIncluded, currency),
    total: toMajor(totals.total, currency),
    trace: presentTrace(keptSteps(totals.trace), currency),
    methods: priced.methods.map((each) => ({
      ...methodOf(each, currency),
      delivery: deliveryOf(each.rate),
    })),
    method: rate?.id ?? null,
    methodMessage: priced.isOtherRate ? methodMessage(rate) : null,
    country: priced.country,
    estimated: request.estimated,
  };
}

function methodMessage(rate: ChargedRate | null): string {
  const gone = "The shipping method you chose is not available.";
  return rate === null ? gone : `${gone} ${rate.name} is used instead.`;
}

function vatIdMessage({ vatId, tax, rate }: PricedOrder): string | null {
  if (vatId === null || tax.reverseCharge !== null) return null;
  if (rate !== null && rate.pickup !== null)
    return "This VAT ID doesn't change the tax. An order is taxed where it is picked up.";
  const rule =
    "This VAT ID doesn't change the tax. It can only do so if the order ships to the EU country that issued it, and the store uses reverse charge and is in another EU country.";
  return vatId.isVerified ? rule : `${rule} This VAT ID could not be confirmed in a register.`;
}

function quoteLine(
  line: Line,
  totals: LineTotals | undefined,
  currency: string,
  now: Date,
): QuoteLine {
  const { unitPrice = line.priceMinor, total = 0 } = totals ?? {};
  return {
    productId: line.productId,
    variantId: line.variantId,
    link: line.link,
    name: line.name,
    variantName: line.variantName,
    options: line.options,
    image: line.image,
    price: toMajor(unitPrice, currency),
    regularPrice:
      line.regularPriceMinor === null ? null : toMajor(line.regularPriceMinor, currency),
    sale: line.saleEndsAt && { endsAt: line.saleEndsAt.toISOString() },
    quantity: line.quantity,
    total: toMajor(total, currency),
    maxQuantity: line.maxQuantity,
    backorder: backorderOf(line, now),
    available: line.maxQuantity >= line.quantity,
  };
}

function methodOf(
  { rate, tax, totals }: Method,
  currency: string,
): Omit<ShippingMethod, "delivery"> {
  const { parcel } = totals;
  const isFree = totals.used.some(({ type }) => type === "FREE_SHIPPING");
  const percentages = totals.used.flatMap((discount) => mostPercent(discount) ?? []);
  const remaining = isFree ? null : remainingForFree(rate, parcel, percentages);
  const regularPrice = shippingOf(
    { ...rate, freeAbove: null, isFreeForProducts: false },
    parcel,
    tax,
  ).amount;
  return {
    id: rate.id,
    name: rate.name,
    price: toMajor(isFree ? 0 : shippingOf(rate, parcel, tax).amount, currency),
    regularPrice: toMajor(regularPrice, currency),
    freeAbove: rate.freeAbove === null ? null : toMajor(rate.freeAbove, currency),
    remainingForFree: remaining === null ? null : toMajor(remaining, currency),
    businessDays: businessDays(rate),
    pickup: rate.pickup,
  };
}
