import { isApiError } from "@vetrina/client/api-error";
import { data } from "react-router";

/** In loaders: turns the API's NOT_FOUND into the shop's 404 page. Other errors are passed on. */
export async function orNotFound<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (isApiError(error, "NOT_FOUND")) throw data(null, { status: 404 });
    throw error;
  }
}
