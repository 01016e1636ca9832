import type { OrderWithItems } from "@vetrina/contract/orders";
import type { Quote } from "@vetrina/contract/shipping";
import { estimatedWords } from "../lib/estimated.ts";
import { useRootData } from "../lib/store.ts";
import { countryName } from "./countries.ts";
import { clockTime } from "./dates.ts";

type Props = {
  quote: Quote | undefined;
  /** The order that holds these pieces, where one was placed. */
  order: OrderWithItems | null;
  quoting: { error: unknown; refetch: () => void };
};

/** What the sums rest on: an order that is held, an estimate, or no answer at all. */
export function SummaryNote({ quote, order, quoting }: Props) {
  const { language, store } = useRootData();
  if (order?.expiresAt)
    return (
      <>
        Order {order.orderNumber} is placed: its pieces are held for you until{" "}
        {clockTime(order.expiresAt, store.locale)}.
      </>
    );
  if (quoting.error !== null && !quote)
    return (
      <>
        The shop did not answer, so there are no sums yet. What you entered is kept.{" "}
        <button type="button" className="text-link min-h-target text-ink" onClick={quoting.refetch}>
          Try again
        </button>
      </>
    );
  if (!quote?.estimated) return null;
  const method = quote.methods.find(({ id }) => id === quote.method)?.name;
  return (
    <>
      {estimatedWords(store)} for {countryName(quote.country, language)}
      {method ? ` (${method})` : ""}; your address decides.
    </>
  );
}
