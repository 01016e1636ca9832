import { ApiError } from "@vetrina/client/api-error";
import { expect, test } from "vitest";
import { isDeadLink } from "./dead-link.ts";

const check = (rejection?: Error) =>
  isDeadLink(
    {
      users: {
        async checkResetToken() {
          if (rejection !== undefined) throw rejection;
        },
      },
    },
    "token",
  );

function rejected(status: number, code: string, details: unknown = null): Error {
  const body = { statusCode: status, code, message: code, details };
  return new ApiError({ url: "/users/check-reset-token", status, statusText: "", body });
}

test("a link is dead if the server says that its token is not valid", async () => {
  expect(await check()).toBe(false);
  expect(await check(rejected(400, "TOKEN_INVALID"))).toBe(true);
  const details = [{ path: "token", message: "Send at least 20 characters." }];
  expect(await check(rejected(400, "VALIDATION_FAILED", details))).toBe(true);
});

test.each([
  rejected(429, "RATE_LIMITED", { retryAfterSeconds: 30 }),
  rejected(503, "SERVER_BUSY"),
  rejected(500, "INTERNAL_ERROR"),
  new TypeError("fetch failed"),
])("a link that can't be checked (%s) is not dead", async (error) =>
  expect(await check(error)).toBe(false),
);
