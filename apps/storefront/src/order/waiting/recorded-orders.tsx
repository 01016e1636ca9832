import { Suspense } from "react";
import { useStore } from "../../lib/store.ts";
import { useIsAlive } from "../../lib/use-is-alive.ts";
import { whenNeeded } from "../../lib/when-needed.ts";
import { unpaidOrders } from "../unpaid-orders.ts";

const WaitingOrders = whenNeeded(() => import("./waiting-orders.tsx"));

/**
 * Says which order waits for its payment, on a page that has nothing to buy. Loads the code for it only if this browser
 * has recorded an unpaid order. With `variantId`, only orders with this variant are named.
 */
export function RecordedOrders({ variantId = null }: { variantId?: string | null }) {
  const { slug } = useStore();
  const isAlive = useIsAlive();
  if (!isAlive || unpaidOrders(slug).length === 0) return null;
  return (
    <Suspense fallback={null}>
      <WaitingOrders variantId={variantId} />
    </Suspense>
  );
}
