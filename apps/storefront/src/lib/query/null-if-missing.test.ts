import { errorOf } from "@vetrina/client/api-error";
import { expect, test } from "vitest";
import { nullIfMissing } from "./null-if-missing.ts";

const answer = (status: number, code: string) =>
  errorOf({ url: "/", status, statusText: "", body: { code } });

test.each([
  [400, "VALIDATION_FAILED"],
  [401, "UNAUTHENTICATED"],
  [404, "NOT_FOUND"],
])("a response of %i %s means that there is nothing to show", (status, code) => {
  expect(nullIfMissing(answer(status, code))).toBeNull();
});

test("too many calls don't mean that there is nothing", () => {
  const thrown = thrownBy(answer(429, "RATE_LIMITED"));
  expect(thrown).toMatchObject({ init: { status: 429 } });
});

test.each([answer(503, "SERVER_BUSY"), new TypeError("Failed to fetch")])(
  "a failure is thrown",
  (error) => expect(thrownBy(error)).toBe(error),
);

function thrownBy(error: unknown): unknown {
  try {
    return nullIfMissing(error);
  } catch (thrown) {
    return thrown;
  }
}
