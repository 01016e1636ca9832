import type Stripe from "stripe";
import { fromStripe } from "../amounts.ts";
import type { DisputeFact } from "../provider.ts";

/** The outcomes of closed disputes. A closed warning was only an inquiry and took no money, so it counts as won. */
const closed: Record<string, "won" | "lost"> = { won: "won", warning_closed: "won", lost: "lost" };

export function disputeFactOf(dispute: Stripe.Dispute): DisputeFact {
  const state = stateOf(dispute);
  const due = dispute.evidence_details.due_by;
  return {
    providerDisputeId: dispute.id,
    state,
    isInquiry: state === "open" && dispute.status.startsWith("warning_"),
    amountMinor: fromStripe(dispute.amount, dispute.currency),
    currency: dispute.currency.toUpperCase(),
    reason: dispute.reason,
    respondBy: state === "open" && due !== null ? new Date(due * 1000) : null,
    openedAt: new Date(dispute.created * 1000),
  };
}

/**
 * A dispute that was prevented was either blocked, or resolved by returning the money to the buyer. The status doesn't
 * say which, so the state depends on whether its balance transactions have taken money.
 */
function stateOf({ status, balance_transactions: moved }: Stripe.Dispute): DisputeFact["state"] {
  if (status === "prevented")
    return moved.reduce((sum, { amount }) => sum + amount, 0) < 0 ? "lost" : "won";
  return closed[status] ?? "open";
}
