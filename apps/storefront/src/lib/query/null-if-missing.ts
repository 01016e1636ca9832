import { isApiError } from "@vetrina/client/api-error";
import { data } from "react-router";

/**
 * Returns null if the API rejected a read with a 4xx status, for example because the data doesn't exist or the caller
 * can't see it. Throws all other errors. Also throws for 429 (too many calls), so that the page has that status.
 */
export function nullIfMissing(error: unknown): null {
  if (!isApiError(error)) throw error;
  if (error.statusCode === 429) throw data(null, { status: 429 });
  if (error.statusCode >= 500) throw error;
  return null;
}
