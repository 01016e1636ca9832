import { Suspense } from "react";
import { whenNeeded } from "../lib/when-needed.ts";
import type { Payment } from "./use-payment.ts";

const TestPaymentWindow = whenNeeded(() => import("./test-payment-window.tsx"));

/** The test provider's window while it is open. */
export function ProviderWindow({ payment }: { payment: Payment }) {
  const { phase, onWindow } = payment;
  if (phase.name !== "window") return null;
  return (
    <Suspense fallback={null}>
      <TestPaymentWindow
        {...phase}
        onApproved={() => onWindow("approved")}
        onClosed={() => onWindow("closed")}
      />
    </Suspense>
  );
}
