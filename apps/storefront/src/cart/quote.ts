import { buyableLines, type CartItem, sameLine, toLineInput } from "@vetrina/commerce/cart";
import { toMajor, toMinor } from "@vetrina/commerce/money";
import { priceCart } from "@vetrina/commerce/pricing/price-cart";
import type { TaxTerms } from "@vetrina/commerce/pricing/tax";
import { remainingForFree } from "@vetrina/commerce/pricing/shipping-price";
import type { Quote, QuoteRequest } from "@vetrina/contract/pricing/shipping";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { browserApi } from "../lib/api.ts";
import { untilSaleEnd, withClock } from "../sale/until-sale-end.ts";
import { type Shop, useStore } from "../lib/store.ts";

/** The totals a cart shows, in major units. */
export type Sums = {
  subtotal: number;
  discount: number;
  shipping: number;
  tax: number;
  total: number;
  /** The amount to add for free shipping; null if shipping is already free, or never free. */
  remainingForFree: number | null;
  /** Whether the totals are estimates: calculated in the browser, or by the server without a destination. */
  estimated: boolean;
};

type Choice = Pick<QuoteRequest, "destination" | "shippingRateId" | "discountCode">;

/**
 * The server's quote for these lines. Until it arrives, the totals are estimated in the browser. Needs QueryScope.
 */
export function useQuote(items: readonly CartItem[], choice: Choice = {}) {
  const store = useStore();
  const lines = buyableLines(items);
  const request: QuoteRequest = {
    storeId: store.id,
    items: lines.map((line) => ({ ...toLineInput(line), id: line.id })),
    ...choice,
  };
  const query = useQuery({
    queryKey: ["quote", request],
    queryFn: async ({ signal }) =>
      withClock((await browserApi()).shipping.calculateShipping({ body: request }, { signal })),
    enabled: lines.length > 0,
    ...untilSaleEnd,
    // Shows the last quote until the new one arrives, because the browser's estimate ignores the discount code and the
    // country.
    ...(Object.keys(choice).length > 0 ? { placeholderData: keepPreviousData } : {}),
  });
  const quote = lines.length > 0 ? query.data : undefined;
  const sums = quote ? sumsOf(quote) : estimate(lines, store);
  return {
    quote,
    sums,
    isUpdating: query.isFetching && query.isPlaceholderData,
    failed: query.isError,
    retry: query.refetch,
  };
}

/** The server's data on a line of the cart; undefined if the server doesn't know the line. */
export function quotedLine(quote: Quote, item: CartItem) {
  return quote.lines.find((line) => sameLine(line, item));
}

function sumsOf(quote: Quote): Sums {
  const { subtotal, discount, shipping, tax, total, estimated } = quote;
  const method = quote.methods.find(({ id }) => id === quote.method);
  return {
    subtotal,
    discount,
    shipping,
    tax,
    total,
    estimated,
    remainingForFree: method?.remainingForFree ?? null,
  };
}

/** The totals by the server's rules, for the store's default shipping method and tax, without discounts. */
function estimate(items: readonly CartItem[], store: Shop): Sums {
  const { currency, shipping } = store;
  const minor = (major: number) => toMinor(major, currency);
  const rate = shipping && {
    price: minor(shipping.price),
    freeAbove: shipping.freeAbove === null ? null : minor(shipping.freeAbove),
    isFreeForProducts: false,
  };
  const totals = priceCart({
    lines: items.map(({ price, quantity }) => ({ price: minor(price), quantity })),
    discounts: [],
    buyer: "unknown",
    rate,
    tax: homeTax(store),
    now: new Date(),
  });
  const remaining = rate && remainingForFree(rate, totals.parcel);
  const major = (amount: number) => toMajor(amount, currency);
  return {
    subtotal: major(totals.subtotal),
    discount: 0,
    shipping: major(totals.shipping),
    tax: major(totals.tax),
    total: major(totals.total),
    remainingForFree: remaining === null ? null : major(remaining),
    estimated: true,
  };
}

/** The tax terms for an address in the store's country: that country's standard rate. */
function homeTax({ country, taxPercent, taxesShipping }: Shop): TaxTerms {
  const home = { country, region: "", postalFrom: "", postalTo: "", taxClass: "", startsOn: null };
  const basisPoints = Math.round(taxPercent * 100);
  return {
    isIncluded: false,
    isShippingTaxed: taxesShipping,
    reverseCharge: null,
    country,
    rates: [{ id: "", name: "Tax", ...home, basisPoints }],
  };
}
