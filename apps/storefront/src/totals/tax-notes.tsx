import type { PriceStep } from "@vetrina/contract/pricing/shipping";
import { useMoney } from "../lib/money.ts";
import { taxNotes } from "./price-rows.ts";

/** The last entries of a list of amounts: taxes that the prices include, and a reverse charge. */
export function TaxNotes({ trace }: { trace: readonly PriceStep[] }) {
  const money = useMoney();
  return taxNotes(trace, money).map((note) => (
    <div key={note} className="text-note text-graphite">
      <dt className="sr-only">Tax</dt>
      <dd>{note}</dd>
    </div>
  ));
}
