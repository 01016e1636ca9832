import type { DifferenceKind } from "@vetrina/contract/orders/reconciliation";

/** What each kind of difference means to staff, and what to do. */
export const adviceFor: Record<DifferenceKind, string> = {
  ORPHAN_CAPTURE:
    "The provider took money that paid no order. Refund it at the provider, or record the payment if the order is owed it.",
  DUPLICATE_CAPTURE:
    "The provider took money twice for one order. Refund the second payment at the provider.",
  MISSING_CAPTURE:
    "The order is paid, and the provider reports no such payment. Check that the settings are of the account that took it, and don't ship until you have found the money.",
  CAPTURE_AMOUNT:
    "The provider took another amount than the order's payment. Refund what is too much at the provider, or ask the buyer for the rest.",
  ORPHAN_REFUND:
    "The provider returned money without a refund in the store, such as one made on the provider's own pages. Record what it was for, and restock the items if they came back.",
  DUPLICATE_REFUND:
    "The provider returned the money of one refund twice. Ask the provider or the buyer to return it.",
  MISSING_REFUND:
    "The refund is completed in the store, and the provider reports none. Make it at the provider.",
  REFUND_AMOUNT:
    "The provider returned another amount than the refund's. Refund the rest, or ask the provider about it.",
  REFUND_REVERSED:
    "The refund couldn't be paid out, so the provider gave the money back to you. Return it to the buyer another way.",
  ORPHAN_DISPUTE:
    "The provider took money back for a dispute that the store doesn't know. Open the provider's pages and answer it in time.",
  MISSING_DISPUTE:
    "A dispute is lost in the store, and the provider took no money for it. Compare it with the provider's pages.",
  DISPUTE_AMOUNT: "The provider took another amount back than the dispute's. Compare both.",
  FEE_AMOUNT:
    "What the provider credited isn't the payment less its fee. Ask the provider what it kept.",
  PAYOUT_AMOUNT:
    "The payout differs from the sum of the payments, refunds and fees in it. Ask the provider what else it contains.",
  PAYOUT_FAILED:
    "The payout came back to your balance. Check your bank account's details at the provider.",
};
