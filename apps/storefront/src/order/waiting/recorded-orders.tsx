import { Suspense } from "react";
import { useStore } from "../../lib/store.ts";
import { useIsAlive } from "../../lib/use-is-alive.ts";
import { whenNeeded } from "../../lib/when-needed.ts";
import { unpaidOrders } from "../unpaid-orders.ts";

const WaitingOrders = whenNeeded(() => import("./waiting-orders.tsx"));

/**
 * Shows a notice about this browser's unpaid orders, for pages with nothing to buy. With `variantId`, considers only
 * orders that contain this variant. The notice's code is loaded only if this browser has recorded an unpaid order.
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
