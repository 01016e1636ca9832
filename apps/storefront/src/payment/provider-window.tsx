import { Suspense } from "react";
import type { WayToPay } from "./providers.ts";
import type { usePayment } from "./use-payment.ts";

/** The selected provider's own window while it is open. */
export function ProviderWindow({
  way,
  payment,
}: {
  way: WayToPay | null;
  payment: ReturnType<typeof usePayment>;
}) {
  const { phase, onWindow } = payment;
  if (phase.name !== "window" || !way?.Window) return null;
  return (
    <Suspense fallback={null}>
      <way.Window
        intentId={phase.intentId}
        message={phase.message}
        onApproved={() => onWindow("approved")}
        onClosed={() => onWindow("closed")}
      />
    </Suspense>
  );
}
