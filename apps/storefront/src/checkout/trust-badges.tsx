import type { ReactNode } from "react";
import { useRootData } from "../lib/store.ts";
import { useCheckoutFacts } from "./use-checkout-facts.ts";

/** The store's promises as badges. Each badge states only facts that are true on this page. */
export default function TrustBadges({ isFinal }: { isFinal: boolean }) {
  const { store, origin } = useRootData();
  const { environment } = useCheckoutFacts();
  const isEncrypted = origin.startsWith("https:");
  return (
    <ul aria-label="Good to know" className="grid gap-2 text-small text-graphite">
      {isEncrypted ? (
        <Badge drawing="M5 9V6a5 5 0 0 1 10 0v3M3 9h14v9H3z">Secure connection</Badge>
      ) : null}
      {environment === "TEST" ? (
        <Badge drawing="M7 2h6M8 2v6L3 17h14L12 8V2M6 13h8">Test mode: no real payments</Badge>
      ) : null}
      <Badge drawing="M3 7h11a4 4 0 0 1 0 8H6M7 3 3 7l4 4">{store.returnDays}-day returns</Badge>
      {isFinal ? <Badge drawing="m3 10 5 5L17 5">We add nothing to this total</Badge> : null}
    </ul>
  );
}

function Badge({ drawing, children }: { drawing: string; children: ReactNode }) {
  return (
    <li className="flex items-center gap-3">
      <svg
        aria-hidden="true"
        viewBox="0 0 20 20"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        className="size-5 shrink-0"
      >
        <path d={drawing} />
      </svg>
      {children}
    </li>
  );
}
