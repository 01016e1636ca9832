import { ApiError } from "@vetrina/client/api-error";
import { describe, expect, test } from "vitest";
import { couldNotInitiate, errorText } from "./payment-messages.ts";
import {
  couldNotProcess,
  failedUncharged,
  failureText,
  intentErrorText,
  isDeclined,
} from "./provider-messages.ts";

const answer = (code: string, status: number, more: { details?: object } = {}) =>
  new ApiError({
    url: "/",
    status,
    statusText: "",
    body: { code, message: "Words of the API.", statusCode: status, ...more },
  });

describe("the messages of a failed payment", () => {
  test("follow the specification", () => {
    expect(couldNotInitiate("Test payment", "No.")).toBe(
      "Could not initiate Test payment Checkout... No.",
    );
    expect(couldNotProcess("No.")).toBe("Sorry, your transaction could not be processed... No.");
  });

  test.each([
    ["Refused (d).", "Refused (d)."],
    ["Refused (d)", "Refused (d)."],
    ["Window closed", "Window closed."],
  ])("say after '%s', in a paragraph of its own, that nothing was charged", (error, text) => {
    const [first, second] = failedUncharged(error).split("\n\n");
    expect(first).toBe(couldNotProcess(text));
    expect(second).toMatch(/^You haven't been charged\./);
  });

  test("show issue, description and debug id of an intent without an id, or the raw intent", () => {
    const error = { issue: "NO_FUNDS", description: "Nothing left." };
    expect(intentErrorText({ error, paymentIntent: { debug_id: "d-1" } })).toBe(
      "NO_FUNDS Nothing left (d-1).",
    );
    expect(intentErrorText({ error })).toBe("NO_FUNDS Nothing left.");
    expect(intentErrorText({ status: "odd" })).toBe('{"status":"odd"}');
    expect(intentErrorText(null)).toBe("null");
  });

  test("show a detail's description and the debug id", () => {
    const result = {
      orderId: "o",
      orderStatus: "PENDING",
      status: "FAILED",
      reason: "failed",
      details: [{ issue: "REFUSED", description: "The request was refused." }],
      debug_id: "d-2",
      retryable: true,
    } as const;
    expect(failureText({ ...result, details: [...result.details] })).toBe(
      "The request was refused (d-2).",
    );
    const unended = [{ issue: "REFUSED", description: "Refused" }];
    expect(failureText({ ...result, details: unended })).toBe("Refused (d-2)");
    expect(failureText({ ...result, details: [...result.details], debug_id: null })).toBe(
      "The request was refused.",
    );
    expect(failureText({ ...result, details: [], reason: "cancelled" })).toBe(
      "The payment was canceled.",
    );
  });

  test("only a declined instrument restarts the provider's flow", () => {
    expect(isDeclined({ details: [{ issue: "INSTRUMENT_DECLINED", description: "" }] })).toBe(true);
    expect(isDeclined({ details: [{ issue: "OTHER", description: "" }] })).toBe(false);
    expect(isDeclined({ details: [] })).toBe(false);
  });

  test("show the API's message for a rejected call, and say that nothing is lost after a server or network error", () => {
    expect(errorText(answer("OUT_OF_STOCK", 409))).toBe("Words of the API.");
    expect(errorText(answer("PROVIDER_ERROR", 502))).toBe("Words of the API.");
    expect(errorText(answer("INTERNAL_ERROR", 500))).toMatch(/You haven't been charged/);
    expect(errorText(answer("RATE_LIMITED", 429))).toMatch(/Wait a minute/);
    const long = { details: { retryAfterSeconds: 600 } };
    expect(errorText(answer("RATE_LIMITED", 429, long))).toBe("Words of the API.");
    expect(errorText(answer("HOLD_LIMIT", 429))).toBe("Words of the API.");
    expect(errorText(new TypeError("Failed to fetch"))).toMatch(/Check your connection/);
  });
});
