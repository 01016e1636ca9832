import { Suspense } from "react";
import { whenNeeded } from "../../lib/when-needed.ts";
import { useUnpaidOrders } from "../use-unpaid-orders.ts";

const WaitingNotice = whenNeeded(() => import("./waiting-notice.tsx"));

/**
 * Reads the unpaid orders of this browser and shows a notice about those that are awaiting payment. Loaded lazily (a
 * default export), because few shoppers have such an order.
 */
export default function WaitingOrders({ variantId }: { variantId: string | null }) {
  const { waiting } = useUnpaidOrders(noLines, false);
  const shown = waiting.filter(
    ({ items }) => variantId === null || items.some((item) => item.variantId === variantId),
  );
  return shown.length > 0 ? (
    <Suspense fallback={null}>
      <WaitingNotice orders={shown} />
    </Suspense>
  ) : null;
}

const noLines: readonly never[] = [];
