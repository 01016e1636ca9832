import type Stripe from "stripe";
import { fromStripe } from "../amounts.ts";
import type { DisputeFact } from "../provider.ts";

/** The outcomes of closed disputes. A closed warning was only an inquiry and took no money, so it counts as won. */
const closed: Record<string, "won" | "lost"> = {
  won: "won",
  warning_closed: "won",
  prevented: "won",
  lost: "lost",
};

export function disputeFactOf(dispute: Stripe.Dispute): DisputeFact {
  const state = closed[dispute.status] ?? "open";
  const due = dispute.evidence_details.due_by;
  return {
    providerDisputeId: dispute.id,
    state,
    amountMinor: fromStripe(dispute.amount, dispute.currency),
    currency: dispute.currency.toUpperCase(),
    reason: dispute.reason,
    respondBy: state === "open" && due !== null ? new Date(due * 1000) : null,
    openedAt: new Date(dispute.created * 1000),
  };
}
