import { expect, test } from "vitest";
import { errorOf } from "@vetrina/client/api-error";
import { isAnswer } from "./is-answer.ts";

test.each([
  [404, "NOT_FOUND", true],
  [409, "TOTAL_CHANGED", true],
  // The client itself repeats a call with this error, so another retry here would multiply the attempts.
  [503, "SERVER_BUSY", true],
  [503, "DATABASE_UNAVAILABLE", false],
  [500, "INTERNAL_ERROR", false],
  [429, "RATE_LIMITED", false],
])("a response of %i %s is final: %s", (status, code, isFinal) => {
  expect(isAnswer(errorOf({ url: "/", status, statusText: "", body: { code } }))).toBe(isFinal);
});

test("a query without a response is repeated", () => {
  expect(isAnswer(new TypeError("Failed to fetch"))).toBe(false);
});
