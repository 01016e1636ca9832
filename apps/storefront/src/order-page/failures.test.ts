import { ApiError } from "@vetrina/client/api-error";
import { expect, test } from "vitest";
import { failureOf } from "./failures.ts";
import { changeWords } from "./words/en.ts";

const { errors } = changeWords;

test.each([
  ["INVALID_TRANSITION", { reason: "CANCELED" }, errors.canceled],
  ["INVALID_TRANSITION", { reason: "PICKING" }, errors.picking],
  ["EDIT_CONFLICT", { canceledAt: "2026-11-29T06:00:00.000Z" }, errors.canceled],
  ["EDIT_CONFLICT", { canceledAt: null }, errors.conflict],
])("%s with %j", (code, details, text) => {
  const body = { code, details };
  const error = new ApiError({ url: "/", status: 409, statusText: "", body });
  expect(failureOf(error, changeWords, { email: "" })).toEqual({ text, isStale: true });
});
