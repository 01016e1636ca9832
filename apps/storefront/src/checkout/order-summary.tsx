import { classNames } from "@vetrina/ui/class-names";
import { type ReactNode, Suspense, useState } from "react";
import { useMoney } from "../lib/money.ts";
import { type Amounts, SumList } from "../order/sum-list.tsx";
import { itemCount } from "../lib/item-count.ts";
import type { Place } from "./trust-badges.tsx";
import { whenNeeded } from "../lib/when-needed.ts";

// Loaded lazily, so that the checkout's first JavaScript doesn't contain its code. The server renders its HTML.
const TrustBadges = whenNeeded(() => import("./trust-badges.tsx"));

type Props = {
  amounts: Amounts | null;
  /** Whether the amounts are based on the address. Otherwise, they are estimates. */
  isFinal: boolean;
  /** Whether a quote for another choice is being loaded. The amounts shown are the previous ones. */
  isUpdating: boolean;
  place: Place | null;
  /** Number of units; null until it is known. */
  count: number | null;
  /** Whether to open the summary on a small screen: in the payment step, and if a line needs attention. */
  isOpen: boolean;
  /** The order's lines, as OrderLine elements. */
  lines: ReactNode;
  /** The discount code, shown between lines and totals. */
  promo?: ReactNode;
  /** A note below the totals. */
  note?: ReactNode;
};

/** The items and their total. On a small screen, a bar with the total, which expands to show the items. */
export function OrderSummary(props: Props) {
  const { amounts, isFinal, place, isUpdating, count, isOpen, lines, promo, note } = props;
  const money = useMoney();
  const [choice, setChoice] = useState<{ of: boolean; isOpen: boolean } | null>(null);
  // The shopper's choice applies until `isOpen` changes, because then the page has a new reason to open or close it.
  const open = choice !== null && choice.of === isOpen ? choice.isOpen : isOpen;
  return (
    <section
      aria-labelledby="summary-title"
      aria-busy={isUpdating}
      className="bg-tissue px-4 lg:px-6 lg:py-6"
    >
      <h2 id="summary-title" className="text-lead font-semibold max-lg:sr-only">
        Order summary
      </h2>
      <button
        type="button"
        aria-expanded={open}
        aria-controls="summary-content"
        onClick={() => setChoice({ of: isOpen, isOpen: !open })}
        className="flex min-h-cta w-full items-center justify-between gap-4 text-start lg:hidden"
      >
        <span className="font-medium">
          {open ? "Hide" : "Show"} order summary
          {count === null ? null : (
            <span className="font-normal text-graphite">, {itemCount(count)}</span>
          )}
        </span>
        <span className="text-lead font-semibold digits">
          {amounts ? money(amounts.total) : null}
        </span>
      </button>
      <div
        id="summary-content"
        className={classNames("grid gap-4 pb-4 lg:pb-0", open ? null : "max-lg:hidden")}
      >
        <ul aria-label="Items" className="dividers border-b border-line">
          {lines}
        </ul>
        {promo}
        <div className={isUpdating ? "opacity-60" : undefined}>
          <SumList amounts={amounts} />
        </div>
        <Suspense fallback={null}>
          <TrustBadges isFinal={isFinal} place={place} />
        </Suspense>
        {/* The note comes last, so that nothing moves when it appears or disappears. */}
        {note ? <div className="text-note text-graphite">{note}</div> : null}
      </div>
      <output className="sr-only">{amounts ? `Total ${money(amounts.total)}` : null}</output>
    </section>
  );
}
