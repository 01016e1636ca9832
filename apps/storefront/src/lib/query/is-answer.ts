import { isApiError } from "@vetrina/client/api-error";

/** The API has answered, and asking again would give the same result, or the client has asked again already. */
export function isAnswer(error: unknown): boolean {
  if (isApiError(error, "SERVER_BUSY")) return true;
  return isApiError(error) && error.statusCode < 500 && error.statusCode !== 429;
}
