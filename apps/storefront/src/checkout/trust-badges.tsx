import type { ReactNode } from "react";
import { crossesCustoms } from "@vetrina/commerce/pricing/vat-area";
import { useRootData } from "../lib/store.ts";
import { useCheckoutFacts } from "./use-checkout-facts.ts";

/** Where an order is sent. */
export type Place = { country: string; postalCode?: string | null | undefined };

type Props = {
  isFinal: boolean;
  /** null if the order is picked up. */
  place: Place | null;
};

/** Badges with the store's promises, and with notes about test mode and import duties. Each is shown only if it applies. */
export default function TrustBadges({ isFinal, place }: Props) {
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
      {store.returnDays > 0 ? (
        <Badge drawing="M3 7h11a4 4 0 0 1 0 8H6M7 3 3 7l4 4">{store.returnDays}-day returns</Badge>
      ) : null}
      {place && crossesCustoms(store.country, place.country, place.postalCode ?? "") ? (
        <Badge drawing="M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14M10 9v5M10 6v1">
          Duties or import tax may be due on arrival
        </Badge>
      ) : isFinal ? (
        <Badge drawing="m3 10 5 5L17 5">No other costs</Badge>
      ) : null}
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
