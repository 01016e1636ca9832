import type { StripeError } from "@stripe/stripe-js";
import type { Approval } from "./payment-flow.ts";

/** Whether the payment was made isn't known from here after some errors, so the server asks Stripe. */
export function approvalOf(error: StripeError | undefined): Approval {
  if (error === undefined || isUnknown(error)) return { kind: "approved" };
  return { kind: "failed", text: error.message ?? "Try again or choose another payment method." };
}

function isUnknown({ type, code }: StripeError): boolean {
  return (
    type === "api_connection_error" ||
    type === "api_error" ||
    // It was confirmed before, such as in another tab.
    code === "payment_intent_unexpected_state"
  );
}
