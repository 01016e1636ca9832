/** How Stripe's test cards behave. https://docs.stripe.com/testing */
export type CardBehavior = {
  decline?: { code: string; decline_code?: string; message: string };
  /** Whether 3-D Secure is required before the card is charged. */
  authenticates?: true;
  refund?: "pending" | "fails";
  dispute?: { reason: string; isInquiry?: true };
};

const declined = (decline_code: string, message = "Your card was declined.") => ({
  decline: { code: "card_declined", decline_code, message },
});

const behaviors: Record<string, CardBehavior> = {
  "4000000000000002": declined("generic_decline"),
  "4000000000009995": declined("insufficient_funds", "Your card has insufficient funds."),
  "4000000000009987": declined("lost_card"),
  "4000000000009979": declined("stolen_card"),
  "4000000000006975": declined("card_velocity_exceeded"),
  "4100000000000019": declined("fraudulent"),
  "4000000000000069": { decline: { code: "expired_card", message: "Your card has expired." } },
  "4000000000000127": {
    decline: { code: "incorrect_cvc", message: "Your card's security code is incorrect." },
  },
  "4000000000000119": {
    decline: {
      code: "processing_error",
      message: "An error occurred while processing your card. Try again in a little bit.",
    },
  },
  "4000002500003155": { authenticates: true },
  "4000002760003184": { authenticates: true },
  "4000000000003220": { authenticates: true },
  "4000008400001629": { authenticates: true, ...declined("generic_decline") },
  "4000008260003178": {
    authenticates: true,
    ...declined("insufficient_funds", "Your card has insufficient funds."),
  },
  "4000000000007726": { refund: "pending" },
  "4000000000005126": { refund: "fails" },
  "4000000000000259": { dispute: { reason: "fraudulent" } },
  "4000000000002685": { dispute: { reason: "product_not_received" } },
  "4000000000001976": { dispute: { reason: "fraudulent", isInquiry: true } },
};

/** The ids of payment methods that represent a test card. */
const aliases: Record<string, string> = {
  pm_card_visa: "4242424242424242",
  pm_card_mastercard: "5555555555554444",
  pm_card_amex: "378282246310005",
  pm_card_chargeDeclined: "4000000000000002",
  pm_card_visa_chargeDeclined: "4000000000000002",
  pm_card_chargeDeclinedInsufficientFunds: "4000000000009995",
  pm_card_visa_chargeDeclinedInsufficientFunds: "4000000000009995",
  pm_card_chargeDeclinedExpiredCard: "4000000000000069",
  pm_card_chargeDeclinedIncorrectCvc: "4000000000000127",
  pm_card_chargeDeclinedProcessingError: "4000000000000119",
  pm_card_authenticationRequired: "4000002760003184",
  pm_card_authenticationRequiredOnSetup: "4000002500003155",
  pm_card_threeDSecure2Required: "4000000000003220",
  pm_card_pendingRefund: "4000000000007726",
  pm_card_refundFail: "4000000000005126",
  pm_card_createDispute: "4000000000000259",
  pm_card_createDisputeProductNotReceived: "4000000000002685",
  pm_card_createDisputeInquiry: "4000000000001976",
};

export function behaviorOf(number: string): CardBehavior {
  return behaviors[number] ?? {};
}

export function numberOfAlias(id: string): string | undefined {
  return Object.hasOwn(aliases, id) ? aliases[id] : undefined;
}

export function brandOf(number: string): string {
  if (number.startsWith("4")) return "visa";
  if (/^3[47]/.test(number)) return "amex";
  return /^(?:5[1-5]|2[2-7])/.test(number) ? "mastercard" : "discover";
}
