import type { StripeError } from "@stripe/stripe-js";
import type { Approval } from "./payment-flow.ts";

/**
 * Converts Stripe's response to an approval. After some errors, the browser doesn't know whether the payment was made.
 * These count as approved, so that the server asks Stripe.
 */
export function approvalOf(error: StripeError | undefined): Approval {
  if (error === undefined || isUnknown(error)) return { kind: "approved" };
  return { kind: "failed", text: error.message ?? "No reason was given." };
}

function isUnknown({ type, code }: StripeError): boolean {
  return (
    type === "api_connection_error" ||
    type === "api_error" ||
    // Stripe reports this if the payment was already confirmed, for example in another tab.
    code === "payment_intent_unexpected_state"
  );
}
