import { fromDecimal } from "../amounts.ts";
import type { DisputeFact } from "../provider.ts";

type Chargeback = {
  id: string;
  amount: { currency: string; value: string };
  reason?: { code: string } | null | undefined;
  createdAt: string;
  reversedAt?: string | null | undefined;
};

/**
 * Reads a chargeback as a dispute. Mollie reports a chargeback only after the money has been taken back, and offers no
 * way to contest it, so it is never open.
 */
export function chargebackFactOf({ id, amount, reason, ...at }: Chargeback): DisputeFact {
  return {
    providerDisputeId: id,
    state: at.reversedAt == null ? "lost" : "won",
    isInquiry: false,
    amountMinor: fromDecimal(amount.value, amount.currency),
    currency: amount.currency,
    reason: reason?.code ?? null,
    respondBy: null,
    openedAt: new Date(at.createdAt),
  };
}
