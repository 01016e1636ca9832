import { type BuyableLine, toLineInput } from "@vetrina/commerce/cart";
import { valueOfKind } from "@vetrina/commerce/products/option-kind";
import type { Quote, QuoteLine, QuoteRequest } from "@vetrina/contract/pricing/shipping";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { browserApi } from "../lib/api.ts";
import { untilSaleEnd, withClock } from "../sale/until-sale-end.ts";
import { useStore } from "../lib/store.ts";

export type Quoting = ReturnType<typeof useCheckoutQuote>;
/**
 * A quote whose lines have their color and size. The code that finds these is loaded with the queries, not with the
 * page.
 */
export type NamedQuote = Omit<Quote, "lines"> & { lines: (QuoteLine & NamedKinds)[] };
type NamedKinds = { color: string | null; size: string | null };
export type Choice = {
  /** Null if only the country is known and it is the store's own. The server then assumes that country. */
  destination: NonNullable<QuoteRequest["destination"]> | null;
  rateId: string;
  discountCode: string;
  vatId: string;
};

/**
 * The server's quote for these lines: prices, methods with dates, totals. While the quote for another choice is being
 * loaded, the last one is kept and `isUpdating` is true. Needs QueryScope.
 */
export function useCheckoutQuote(lines: readonly BuyableLine[], choice: Choice) {
  const { id: storeId } = useStore();
  const client = useQueryClient();
  const request: QuoteRequest = {
    storeId,
    items: lines.map(toLineInput),
    ...(choice.destination ? { destination: choice.destination } : {}),
    ...(choice.rateId ? { shippingRateId: choice.rateId } : {}),
    ...(choice.discountCode ? { discountCode: choice.discountCode } : {}),
    ...(choice.vatId ? { vatId: choice.vatId } : {}),
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
    /**
     * Why the server rejected the selected method. Null if it didn't, or as long as no quote for that method has
     * arrived.
     */
    rateRefusal: (!query.isPlaceholderData && query.data?.methodMessage) || null,
    error: query.error,
    refetch: () => void query.refetch(),
    /** Stores a quote from the response to another call, such as placing the order. */
    setQuote: (quote: Quote) => client.setQueryData(queryKey, quote),
    /**
     * A quote that rejects the selected method equals the quote for the same request without a method. So stores it as
     * that request's response.
     */
    setQuoteWithoutRate(quote: Quote) {
      const { shippingRateId: _refused, ...rest } = request;
      client.setQueryData(["checkout-quote", rest], { ...quote, methodMessage: null });
    },
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
