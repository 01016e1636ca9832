import { isApiError } from "@vetrina/client/api-error";
import { type BuyableLine, toLineInput } from "@vetrina/commerce/cart";
import { valueOfKind } from "@vetrina/commerce/option-kind";
import type { Quote, QuoteLine, QuoteRequest } from "@vetrina/contract/shipping";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { browserApi } from "../lib/api.ts";
import { untilSaleEnd, withClock } from "../sale/until-sale-end.ts";
import { useStore } from "../lib/store.ts";

export type Quoting = ReturnType<typeof useCheckoutQuote>;
/**
 * A quote whose lines name their color and size. The rules for that are loaded with the queries, not with the page.
 */
export type NamedQuote = Omit<Quote, "lines"> & { lines: (QuoteLine & NamedKinds)[] };
type NamedKinds = { color: string | null; size: string | null };
export type Choice = { country: string | null; rateId: string; discountCode: string };

/**
 * The server's quote for these lines: prices, methods with dates, totals. While another choice is being requested, the
 * last answer is kept and `isUpdating` is true. `country` null: not known yet, so the store's own is assumed. Needs
 * QueryScope.
 */
export function useCheckoutQuote(lines: readonly BuyableLine[], choice: Choice) {
  const { id: storeId } = useStore();
  const client = useQueryClient();
  const request: QuoteRequest = {
    storeId,
    items: lines.map(toLineInput),
    ...(choice.country ? { destination: { country: choice.country } } : {}),
    ...(choice.rateId ? { shippingRateId: choice.rateId } : {}),
    ...(choice.discountCode ? { discountCode: choice.discountCode } : {}),
  };
  const queryKey = ["checkout-quote", request];
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) =>
      withClock((await browserApi()).shipping.calculateShipping({ body: request }, { signal })),
    enabled: lines.length > 0,
    select: nameKinds,
    ...untilSaleEnd,
    placeholderData: keepPreviousData,
  });
  return {
    quote: lines.length > 0 ? query.data : undefined,
    isUpdating: query.isFetching && query.isPlaceholderData,
    /** The previously selected method isn't available for this country. */
    isRateRefused: isApiError(query.error, "SHIPPING_UNAVAILABLE"),
    error: query.error,
    refetch: () => void query.refetch(),
    /** The server's answer to another request, such as placing the order. */
    setQuote: (quote: Quote) => client.setQueryData(queryKey, quote),
  };
}

function nameKinds(quote: Quote): NamedQuote {
  const lines = quote.lines.map((line) => ({
    ...line,
    color: valueOfKind(line.options, "color"),
    size: valueOfKind(line.options, "size"),
  }));
  return { ...quote, lines };
}
