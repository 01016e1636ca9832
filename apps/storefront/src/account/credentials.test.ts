import { ApiError } from "@vetrina/client/api-error";
import { expect, test } from "vitest";
import { faultsOf } from "./credentials.ts";

const failed = (status: number, code: string, details: unknown = null) =>
  new ApiError({ url: "", status, statusText: "", body: { code, message: code, details } });

test.each([
  [
    failed(400, "VALIDATION_FAILED", [{ path: "password", message: "Use more." }]),
    { fields: { password: "Use more." }, form: null },
  ],
  [
    failed(429, "RATE_LIMITED"),
    { fields: {}, form: "Too many tries. Wait a minute and try again." },
  ],
  [
    failed(429, "RATE_LIMITED", { retryAfterSeconds: 700 }),
    { fields: {}, form: "Too many tries. Wait 12 minutes and try again." },
  ],
  [
    failed(500, "INTERNAL_ERROR"),
    { fields: {}, form: "That did not work. Please try again in a moment." },
  ],
  [
    new TypeError("fetch failed"),
    { fields: {}, form: "That did not work. Please try again in a moment." },
  ],
])("%s", (error, faults) => {
  expect(faultsOf(error)).toEqual(faults);
});
