import { Skeleton } from "@vetrina/ui/skeleton";
import { type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { freeShippingWords } from "../lib/free-shipping-words.ts";
import { useRoundMoney } from "../lib/money.ts";
import { useStore } from "../lib/store.ts";
import { businessDaysText, shippingToHome } from "./delivery.ts";
import { DateLine } from "./date-line.tsx";
import { ParcelIcon, ReturnIcon } from "./icons.tsx";
import type { Purchase } from "./use-purchase.ts";
import { whenNeeded } from "../lib/when-needed.ts";

const LiveOffer = whenNeeded(() => import("./live-offer.tsx"));

/** The payment providers' buttons, then the delivery date, the terms of free shipping, and the return period. */
export function DeliveryLines({ purchase }: { purchase: Purchase }) {
  const store = useStore();
  const { shipping, returnDays } = store;
  const free = freeShippingWords(store, useRoundMoney());
  const place = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(false);
  useEffect(() => {
    if (!place.current) return undefined;
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) setNear(true);
    });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, []);

  const { line, available } = purchase;
  const ranges = available && shipping && (
    <DateLine note={shippingToHome(store, shipping)}>
      {`Delivered in ${businessDaysText(shipping)}`}
    </DateLine>
  );
  // Reserves the space of the providers' buttons while they are being loaded.
  const waiting = (
    <>
      <Skeleton className="h-12 noscript:hidden" />
      {ranges}
    </>
  );
  return (
    <div ref={place} className="grid gap-3">
      {near && available && line ? (
        <Suspense fallback={waiting}>
          <LiveOffer line={line} fallback={ranges} />
        </Suspense>
      ) : (
        available && waiting
      )}
      <ul className="grid gap-3 text-small">
        {free === null ? null : (
          <Line icon={<ParcelIcon />}>
            <Link to="/shipping-info" className="underline-offset-4 hover:underline">
              {free}
            </Link>
          </Line>
        )}
        {returnDays > 0 ? (
          <Line icon={<ReturnIcon />}>
            <Link to="/returns" className="underline-offset-4 hover:underline">
              {`${returnDays}-day returns`}
            </Link>
          </Line>
        ) : null}
      </ul>
    </div>
  );
}

function Line({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="flex gap-3">
      <span className="text-chalk">{icon}</span>
      <span>{children}</span>
    </li>
  );
}
