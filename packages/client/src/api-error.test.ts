import { describe, expect, test } from "vitest";
import { ApiError, isApiError, readAnswer } from "./api-error.ts";

const url = "https://shop.example/api/v1/x";
const answer = (body: string | null, status: number) =>
  readAnswer(new Response(body, { status, statusText: "Status Text" }), url);
const defaults = {
  name: "ApiError",
  code: "UNKNOWN_ERROR",
  message: "An unknown error occurred",
  statusCode: 418,
  details: null,
  traceId: null,
  url,
  status: 418,
  statusText: "Status Text",
};

describe("a body that is an object gives an ApiError", () => {
  test("with all fields the server sent", async () => {
    const body = {
      code: "OUT_OF_STOCK",
      message: "Only 1 left.",
      statusCode: 409,
      details: { variantId: "v", available: 1 },
      traceId: "t-1",
    };
    await expect(answer(JSON.stringify(body), 409)).rejects.toMatchObject({
      name: "ApiError",
      ...body,
      url,
      status: 409,
      statusText: "Status Text",
      body,
    });
  });

  test.each([
    ["{}", {}],
    ['{"code":null,"message":null,"details":null}', {}],
    ['{"code":"","message":""}', {}],
    ['{"code":7,"message":{},"statusCode":"x","traceId":1}', {}],
    ['{"statusCode":499}', { statusCode: 499 }],
    ['{"message":"m"}', { message: "m" }],
    ['{"details":0}', { details: 0 }],
    ['{"details":[{"path":"a","message":"b"}]}', { details: [{ path: "a", message: "b" }] }],
  ])("with defaults for missing fields: %s", async (body, facts) => {
    await expect(answer(body, 418)).rejects.toMatchObject({
      ...defaults,
      ...facts,
      body: JSON.parse(body),
    });
  });
});

describe("any other body gives an HttpError", () => {
  test.each([
    ["<html>Bad Gateway</html>", 502, "<html>Bad Gateway</html>"],
    [null, 503, undefined],
    ["null", 500, null],
    ['"text"', 500, "text"],
    ["[1]", 500, [1]],
    ["12", 404, 12],
    ["{broken", 200, "{broken"],
  ])("%s with %d", async (body, status, parsed) => {
    const error: unknown = await answer(body, status).catch((error: unknown) => error);
    expect(error).toMatchObject({
      name: "HttpError",
      message: `${status} Status Text`,
      status,
      statusText: "Status Text",
      url,
    });
    expect(error).toHaveProperty("body", parsed);
    expect(error).not.toHaveProperty("code");
    expect(isApiError(error)).toBe(false);
  });
});

test("returns the parsed JSON, or undefined for an empty body", async () => {
  await expect(answer('{"a":[1]}', 201)).resolves.toEqual({ a: [1] });
  await expect(answer(null, 204)).resolves.toBeUndefined();
  await expect(answer("", 200)).resolves.toBeUndefined();
});

test("isApiError recognizes another copy of the class, and checks the code", () => {
  const facts = { url, status: 404, statusText: "Not Found" };
  const error = new ApiError({ ...facts, body: { code: "NOT_FOUND" } });
  expect(isApiError(error)).toBe(true);
  expect(isApiError(error, "NOT_FOUND")).toBe(true);
  expect(isApiError(error, "FORBIDDEN")).toBe(false);
  const foreign = Object.assign(new Error("x"), { name: "ApiError", code: "NOT_FOUND" });
  expect(isApiError(foreign, "NOT_FOUND")).toBe(true);
  expect(isApiError(Object.assign(new Error("x"), { code: "ENOENT" }))).toBe(false);
  expect(isApiError({ name: "ApiError", code: "NOT_FOUND" })).toBe(false);
});
