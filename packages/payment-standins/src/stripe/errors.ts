import { randomText } from "../core/ids.ts";
import { type Answer, type Json, Refusal } from "../core/types.ts";

export const apiVersion = "2026-10-28.endive";

export type StripeError = {
  type:
    | "invalid_request_error"
    | "card_error"
    | "idempotency_error"
    | "api_error"
    | "rate_limit_error";
  message: string;
  code?: string;
  decline_code?: string;
  param?: string;
  [name: string]: unknown;
};

function requestHeaders(): Record<string, string> {
  return { "request-id": `req_${randomText(14, "mixed")}`, "stripe-version": apiVersion };
}

export function success(body: Json, status = 200): Answer {
  return { status, body, headers: requestHeaders() };
}

export function failure(status: number, error: StripeError): Answer {
  const doc_url =
    error.code === undefined
      ? {}
      : { doc_url: `https://stripe.com/docs/error-codes/${error.code.replaceAll("_", "-")}` };
  return { status, body: { error: { ...doc_url, ...error } }, headers: requestHeaders() };
}

/** The error for an invalid request. The request changes nothing, and its idempotency key can be used again. */
export function invalid(
  message: string,
  rest: { code?: string; param?: string; status?: number } = {},
): Refusal {
  const { status = 400, ...more } = rest;
  return new Refusal(failure(status, { type: "invalid_request_error", message, ...more }));
}

export function missing(param: string): Refusal {
  return invalid(`Missing required param: ${param}.`, { code: "parameter_missing", param });
}

export function notFound(kind: string, id: string): Refusal {
  return invalid(`No such ${kind}: '${id}'`, {
    code: "resource_missing",
    param: kind === "payment_intent" ? "intent" : "id",
    status: 404,
  });
}
