import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { buildUrl, planRequest } from "./build-request.ts";
import type { Operation } from "./build-request.ts";

const base = "https://shop.example/api/v1";
const operation = {
  method: "GET",
  path: "/stores/{id}/products/{link}",
  query: ["size", "sale", "page"],
} as const;
const dots = new Set(["", ".", ".."]);

describe("buildUrl", () => {
  test("encodes any path and query values so that a URL parser returns them unchanged", () => {
    const segment = fc.string({ unit: "grapheme" }).filter((text) => !dots.has(text));
    const input = fc.record(
      {
        id: segment,
        link: segment,
        size: fc.array(fc.string({ unit: "grapheme" })),
        sale: fc.boolean(),
        page: fc.integer(),
        unknown: fc.string(),
      },
      { requiredKeys: ["id", "link"] },
    );
    fc.assert(
      fc.property(input, (values) => {
        const url = new URL(buildUrl(operation, base, values));
        expect(url.origin).toBe("https://shop.example");
        const parts = url.pathname.split("/").map(decodeURIComponent);
        expect(parts).toEqual(["", "api", "v1", "stores", values.id, "products", values.link]);
        expect(url.searchParams.getAll("size")).toEqual(values.size ?? []);
        expect(url.searchParams.get("sale")).toBe(
          values.sale === undefined ? null : `${values.sale}`,
        );
        expect(url.searchParams.get("page")).toBe(
          values.page === undefined ? null : `${values.page}`,
        );
        expect(url.searchParams.has("unknown")).toBe(false);
        expect(url.hash).toBe("");
      }),
    );
  });

  test("replaces half a surrogate pair instead of throwing", () => {
    expect(buildUrl(operation, base, { id: "a", link: "\uD800" })).toMatch(/products\/%EF%BF%BD$/);
  });

  test.each(["", ".", ".."])(
    "refuses %j as a path parameter, because it would change the URL",
    (link) => {
      expect(() => buildUrl(operation, base, { id: "sorvela", link })).toThrow(
        expect.objectContaining({ name: "ApiError", code: "NOT_FOUND", statusCode: 404 }),
      );
    },
  );

  test.each([undefined, null])("throws a TypeError if a path parameter is %s", (link) => {
    expect(() => buildUrl(operation, base, { id: "sorvela", link })).toThrow(
      new TypeError("link is missing"),
    );
  });

  test("leaves undefined and null out of the query", () => {
    const input = { id: "a", link: "b", size: [undefined, "S", null], sale: undefined, page: null };
    expect(buildUrl(operation, base, input)).toBe(`${base}/stores/a/products/b?size=S`);
  });
});

const keyOf = (operation: Operation, idempotencyKey?: string) =>
  planRequest(operation, base, {}, { idempotencyKey }, undefined).headers["idempotency-key"];

describe("planRequest", () => {
  const post = { method: "POST", path: "/orders", body: true } as const;

  test("sets the JSON content type only if there is a body", () => {
    const plan = planRequest(post, base, { body: { a: 1, b: undefined } }, {}, undefined);
    expect(plan).toMatchObject({
      body: '{"a":1}',
      headers: { "content-type": "application/json" },
    });
    const empty = planRequest(post, base, {}, {}, undefined);
    expect(empty.body).toBeUndefined();
    expect(empty.headers).not.toHaveProperty("content-type");
  });

  test("a call's headers override the client's regardless of case; undefined ones are ignored", () => {
    const options = { headers: { "x-order-KEY": "call", "X-None": undefined } };
    const { headers } = planRequest(post, base, {}, options, { "X-Order-Key": "client", a: "b" });
    expect(headers).toEqual({ accept: "application/json", "x-order-key": "call", a: "b" });
  });

  test("uses the idempotency key that is passed, and creates one for calls that move money", () => {
    expect(keyOf(post)).toBeUndefined();
    expect(keyOf(post, "k1")).toBe("k1");
    const money = { ...post, idempotent: true } as const;
    expect(keyOf(money, "k1")).toBe("k1");
    expect(keyOf(money)).toMatch(/^[0-9a-f]{32}$/);
    expect(keyOf(money)).not.toBe(keyOf(money));
  });
});
