import type { OrderWithItems } from "@vetrina/contract/orders/orders";
import type { Quote } from "@vetrina/contract/pricing/shipping";
import { Suspense } from "react";
import { estimatedWords } from "../cart/estimated.ts";
import { useRootData } from "../lib/store.ts";
import { withArticle } from "../lib/with-article.ts";
import { countryName } from "../lib/formats.ts";
import { whenNeeded } from "../lib/when-needed.ts";

const HeldNote = whenNeeded(() => import("./held-note.tsx"));

type Props = {
  quote: Quote | undefined;
  /** The placed order that holds these units; null if there is none. */
  order: OrderWithItems | null;
  quoting: { error: unknown; refetch: () => void };
};

/** Says how long the placed order holds its units, or that the totals are estimates or could not be calculated. */
export function SummaryNote({ quote, order, quoting }: Props) {
  const { language, store } = useRootData();
  if (order?.expiresAt)
    return (
      <Suspense fallback={null}>
        <HeldNote order={{ ...order, expiresAt: order.expiresAt }} />
      </Suspense>
    );
  if (quoting.error !== null && !quote)
    return (
      <>
        We couldn't calculate your total. What you entered is saved.{" "}
        <button type="button" className="text-link min-h-target text-ink" onClick={quoting.refetch}>
          Try again
        </button>
      </>
    );
  if (!quote?.estimated) return null;
  const method = quote.methods.find(({ id }) => id === quote.method)?.name;
  return (
    <>
      {estimatedWords(store)} for {withArticle(countryName(quote.country, language))}
      {method ? ` (${method})` : ""}. The final total depends on your address.
    </>
  );
}
