import type { Quote } from "@vetrina/contract/pricing/shipping";
import { firstEnd } from "./use-sale-end.ts";
import { learnClock, serverNow } from "./server-clock.ts";

const freshMs = 30_000;
/** Wait a little after the end before asking for the regular price, because clocks may differ slightly. */
const leastMs = 500;
/** One day. Longer waits are split, because timers are limited to 24 days. */
const maxMs = 86_400_000;

/** The quote, after the server's time is known if a sale in it ends. */
export async function withClock(request: Promise<Quote>): Promise<Quote> {
  const quote = await request;
  if (endOf(quote) !== null) await learnClock();
  return quote;
}

type Asked = { state: { data: Quote | undefined; dataUpdatedAt: number } };

/**
 * For a query of a quote: it becomes stale after half a minute, or when a sale in it ends, and is refetched at that
 * end.
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
