import { isApiError } from "@vetrina/client/api-error";
import type { PaymentResult } from "@vetrina/contract/orders/payments";

/** The specified message for an order or intent that could not be created. */
export function couldNotInitiate(provider: string, error: string): string {
  return `Could not initiate ${provider} Checkout... ${error}`;
}

/** The specified message for an approved payment that failed. */
export function couldNotProcess(error: string): string {
  return `Sorry, your transaction could not be processed... ${error}`;
}

/** The description of an intent without an id: issue, description and debug id, or the raw intent. */
export function intentErrorText(intent: unknown): string {
  const { error, paymentIntent } = recordOf(intent);
  const { issue, description } = recordOf(error);
  const { debug_id } = recordOf(paymentIntent);
  const words = [issue, description].filter((word) => typeof word === "string" && word !== "");
  if (words.length === 0) return JSON.stringify(intent);
  return typeof debug_id === "string" ? `${words.join(" ")} (${debug_id})` : words.join(" ");
}

/** Why a payment failed, in the provider's format: "description (debug id)". */
export function failureText({ details, debug_id, reason }: PaymentResult): string {
  const [detail] = details;
  if (!detail) return reason === "cancelled" ? "The payment was canceled." : "No reason was given.";
  return debug_id ? `${detail.description} (${debug_id})` : detail.description;
}

/** Whether the provider asks for another instrument. Its flow is then restarted in place. */
export function isDeclined({ details }: Pick<PaymentResult, "details">): boolean {
  return details[0]?.issue === "INSTRUMENT_DECLINED";
}

/** A sentence for a failed call. Nothing was lost, and it can be tried again. */
export function errorText(error: unknown): string {
  if (isApiError(error, "RATE_LIMITED"))
    return isLongWait(error.details)
      ? error.message
      : "Too many attempts. Wait a minute and try again.";
  if (isApiError(error) && error.statusCode < 500) return error.message;
  if (isApiError(error, "PROVIDER_ERROR")) return error.message;
  return noAnswer(error)
    ? "We can't reach the store. Check your connection and try again. What you entered is saved."
    : "Something went wrong on our side. You haven't been charged, and what you entered is saved. Try again in a moment.";
}

/** The server's message includes the time if it is more than a minute. */
function isLongWait(details: unknown): boolean {
  const { retryAfterSeconds } = recordOf(details);
  return typeof retryAfterSeconds === "number" && retryAfterSeconds > 60;
}

/** There was no answer: offline, or the connection was lost. */
function noAnswer(error: unknown): boolean {
  return error instanceof TypeError || (error instanceof Error && error.name === "AbortError");
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
