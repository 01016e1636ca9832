import { isApiError } from "@vetrina/client/api-error";

/** Whether repeating the call would give the same result. Also true if the client has already repeated the call. */
export function isAnswer(error: unknown): boolean {
  if (isApiError(error, "SERVER_BUSY")) return true;
  return isApiError(error) && error.statusCode < 500 && error.statusCode !== 429;
}
