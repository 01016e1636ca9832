import type { Quote } from "@vetrina/contract/pricing/shipping";
import { firstEnd } from "./use-sale-end.ts";
import { learnClock, serverNow } from "./server-clock.ts";

const freshMs = 30_000;
/** The shortest wait before the quote is requested again, because clocks may differ slightly. */
const leastMs = 500;
/** One day. Longer waits are split, because a timer's maximum is 24 days. */
const maxMs = 86_400_000;

/** Resolves with the quote. If it contains a sale that ends, first tries to learn the server's time. */
export async function withClock(request: Promise<Quote>): Promise<Quote> {
  const quote = await request;
  if (endOf(quote) !== null) await learnClock();
  return quote;
}

type Asked = { state: { data: Quote | undefined; dataUpdatedAt: number } };

/**
 * Options for a query that reads a quote. The quote becomes stale after half a minute. When one of its sales ends, the
 * quote becomes stale immediately and is refetched.
 */
export const untilSaleEnd = {
  staleTime({ state: { data, dataUpdatedAt } }: Asked): number {
    const left = leftOf(data);
    return left === null ? freshMs : Math.min(freshMs, Date.now() + left - dataUpdatedAt);
  },
  refetchInterval({ state: { data } }: Asked): number | false {
    const left = leftOf(data);
    return left === null ? false : Math.min(Math.max(left, leastMs), maxMs);
  },
};

function leftOf(quote: Quote | undefined): number | null {
  const end = quote && endOf(quote);
  return end == null ? null : Date.parse(end) - serverNow();
}

function endOf({ lines }: Quote): string | null {
  return firstEnd(lines.map(({ sale }) => sale?.endsAt ?? null));
}
