import { isApiError } from "@vetrina/client/api-error";

/** The message that the specification requires for an order or intent that could not be created. */
export function couldNotInitiate(provider: string, error: string): string {
  return `Could not initiate ${provider} Checkout... ${error}`;
}

/** The text for a failed call that took no money and lost no input, so the shopper can try again. */
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

/** Whether the caller must wait more than a minute. If so, the server's message is shown, because it says how long. */
function isLongWait(details: unknown): boolean {
  const { retryAfterSeconds } = recordOf(details);
  return typeof retryAfterSeconds === "number" && retryAfterSeconds > 60;
}

/** Whether there was no response, for example because the browser is offline or the connection was lost. */
function noAnswer(error: unknown): boolean {
  return error instanceof TypeError || (error instanceof Error && error.name === "AbortError");
}

/** The value as a record; empty if the value isn't an object. */
export function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
