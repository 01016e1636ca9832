import { ApiError } from "@vetrina/client/api-error";
import { expect, test } from "vitest";
import { errorsOf, signInErrorsOf } from "./credentials.ts";

const failed = (status: number, code: string, details: unknown = null) =>
  new ApiError({ url: "", status, statusText: "", body: { code, message: code, details } });

test.each([
  [
    failed(400, "VALIDATION_FAILED", [{ path: "password", message: "Use more." }]),
    { fields: { password: "Use more." }, form: null },
  ],
  [
    failed(429, "RATE_LIMITED"),
    { fields: {}, form: "Too many attempts. Wait a minute and try again." },
  ],
  [
    failed(429, "RATE_LIMITED", { retryAfterSeconds: 700 }),
    { fields: {}, form: "Too many attempts. Wait 12 minutes and try again." },
  ],
  [
    failed(500, "INTERNAL_ERROR"),
    { fields: {}, form: "Something went wrong. Try again in a moment." },
  ],
  [
    new TypeError("fetch failed"),
    { fields: {}, form: "Something went wrong. Try again in a moment." },
  ],
])("%s", (error, errors) => {
  expect(errorsOf(error)).toEqual(errors);
});

const wrongCode =
  "That code isn't right. Wait for the next code in your app, or use a recovery code.";

test.each([
  [failed(401, "TOTP_REQUIRED"), { fields: { code: "Enter the code." }, form: null }],
  [
    failed(401, "INVALID_CREDENTIALS"),
    { fields: {}, form: expect.stringContaining("Wrong email or password."), mayWait: true },
  ],
  [
    failed(401, "INVALID_CREDENTIALS", { field: "code" }),
    { fields: { code: wrongCode }, form: null },
  ],
  [
    failed(400, "VALIDATION_FAILED", [{ path: "code", message: "Too small" }]),
    { fields: { code: wrongCode }, form: null },
  ],
  [
    failed(400, "VALIDATION_FAILED", [{ path: "email", message: "Too big" }]),
    { fields: { email: "Enter an email address like name@example.com." }, form: null },
  ],
  [
    failed(429, "RATE_LIMITED", { retryAfterSeconds: 30 }),
    { fields: {}, form: "Too many attempts. Wait a minute and try again." },
  ],
])("signing in: %s %#", (error, errors) => {
  expect(signInErrorsOf(error)).toEqual(errors);
});
