import type { DifferenceKind } from "@vetrina/contract/orders/reconciliation";

/** What each kind of difference means to staff, and what to do. */
export const adviceFor: Record<DifferenceKind, string> = {
  ORPHAN_CAPTURE:
    "The provider took money that didn't pay for an order. Refund it at the provider, or record it as a payment for the order it was meant for.",
  DUPLICATE_CAPTURE:
    "The provider took money twice for one order. Refund the second payment at the provider.",
  MISSING_CAPTURE:
    "The order is paid in the store, but the provider's report doesn't contain the payment. Check that the settings are for the account that took it, and don't ship until you have found the money.",
  CAPTURE_AMOUNT:
    "The provider took a different amount than the store recorded. Refund the excess at the provider, or ask the buyer for the rest.",
  ORPHAN_REFUND:
    "The provider refunded money without a refund in the store, for example because it was made in the provider's dashboard. Note what it was for, and restock the items if they came back.",
  DUPLICATE_REFUND:
    "The provider paid out one refund twice. Ask the provider or the buyer to return the second payment.",
  MISSING_REFUND:
    "The refund is completed in the store, but the provider's report doesn't contain it. Make the refund at the provider.",
  REFUND_AMOUNT:
    "The provider refunded a different amount than the store recorded. Refund the rest, or ask the provider about it.",
  REFUND_REVERSED:
    "The refund couldn't be paid out, so the provider gave the money back to you. Return it to the buyer another way.",
  ORPHAN_DISPUTE:
    "The provider took money back for a dispute that isn't in the store. Respond to it in the provider's dashboard before its deadline.",
  MISSING_DISPUTE:
    "The store recorded the dispute as lost, but the provider took no money back for it. Check the dispute in the provider's dashboard.",
  DISPUTE_AMOUNT:
    "The provider took back a different amount than the dispute's. Check the dispute in the provider's dashboard.",
  FEE_AMOUNT:
    "The provider credited a different amount than the payment minus its fee. Ask the provider what else it deducted.",
  PAYOUT_AMOUNT:
    "The payout differs from the sum of the payments, refunds and fees in it. Ask the provider what else it contains.",
  UNREADABLE:
    "The provider's report has an entry whose amounts can't be read, so it wasn't compared. Look up its reference in the provider's dashboard, and check what it was for.",
  PAYOUT_FAILED:
    "The payout failed, and the money is back in your balance. Check your bank details at the provider.",
};
