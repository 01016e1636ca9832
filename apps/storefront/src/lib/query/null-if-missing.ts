import { isApiError } from "@vetrina/client/api-error";
import { data } from "react-router";

/**
 * Returns null if the error says that there is no such thing, or that this caller can't see it. Throws any other error;
 * one for too many calls becomes a page with the status 429.
 */
export function nullIfMissing(error: unknown): null {
  if (!isApiError(error)) throw error;
  if (error.statusCode === 429) throw data(null, { status: 429 });
  if (error.statusCode >= 500) throw error;
  return null;
}
