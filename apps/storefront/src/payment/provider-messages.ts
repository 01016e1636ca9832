import type { PaymentResult } from "@vetrina/contract/orders/payments";
import { recordOf } from "./payment-messages.ts";

// In a separate file, so that pages without a payment don't load these messages.

/** The message for an approved payment that failed. */
export function couldNotProcess(error: string): string {
  return `Sorry, your transaction could not be processed... ${error}`;
}

/**
 * The message for a payment that failed before any money was taken. A second paragraph adds that nothing was charged and
 * that the shopper can try again.
 */
export function failedUncharged(error: string): string {
  return `${couldNotProcess(error.replace(/[^.!?]$/, "$&."))}\n\nYou haven't been charged. Your order is held. You can try again.`;
}

/**
 * The error text for a response without a usable payment intent: issue, description and debug id, or else its raw JSON.
 */
export function intentErrorText(intent: unknown): string {
  const { error, paymentIntent } = recordOf(intent);
  const { issue, description } = recordOf(error);
  const { debug_id } = recordOf(paymentIntent);
  const words = [issue, description].filter((word) => typeof word === "string" && word !== "");
  if (words.length === 0) return JSON.stringify(intent);
  return withDebugId(words.join(" "), debug_id);
}

/** Why a payment failed, in the provider's format: "description (debug id)". */
export function failureText({ details, debug_id, reason }: PaymentResult): string {
  const [detail] = details;
  if (!detail) return reason === "cancelled" ? "The payment was canceled." : "No reason was given.";
  return withDebugId(detail.description, debug_id);
}

/** Adds the id in parentheses, before a final period. */
function withDebugId(sentence: string, id: unknown): string {
  return typeof id === "string" && id ? sentence.replace(/\.?$/, ` (${id})$&`) : sentence;
}

/** Whether the payment instrument was declined. If so, the shopper is asked to approve again, with another one. */
export function isDeclined({ details }: Pick<PaymentResult, "details">): boolean {
  return details[0]?.issue === "INSTRUMENT_DECLINED";
}

/** Whether the shopper left the provider without paying. Nothing was then declined or charged. */
export function isNotApproved({ details, reason }: PaymentResult): boolean {
  return reason === "cancelled" || details[0]?.issue === "ORDER_NOT_APPROVED";
}

/** The message if a provider's script can't be loaded. The wording is from PayPal's React library. */
export function scriptFailed(provider: string): string {
  return `Failed to load the ${provider} JS SDK script.`;
}
