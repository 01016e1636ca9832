import { isApiError } from "@vetrina/client/api-error";

/**
 * Whether the error is final, because repeating the call would give the same result or the client has already
 * repeated it.
 */
export function isAnswer(error: unknown): boolean {
  if (isApiError(error, "SERVER_BUSY")) return true;
  return isApiError(error) && error.statusCode < 500 && error.statusCode !== 429;
}
