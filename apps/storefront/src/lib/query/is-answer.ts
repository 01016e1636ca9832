import { isApiError } from "@vetrina/client/api-error";

/**
 * Whether React Query must not repeat the call: the API rejected it (4xx except 429), or the client has already
 * repeated it (SERVER_BUSY).
 */
export function isAnswer(error: unknown): boolean {
  if (isApiError(error, "SERVER_BUSY")) return true;
  return isApiError(error) && error.statusCode < 500 && error.statusCode !== 429;
}
