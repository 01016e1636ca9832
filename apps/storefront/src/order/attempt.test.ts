import type { ShippingMethod } from "@vetrina/contract/pricing/shipping";
import { describe, expect, test } from "vitest";
import { type Attempt, nextAttempt, orderBody, parseAttempt, signatureOf } from "./attempt.ts";
import { emptyDraft } from "../draft/draft.ts";

const line = { id: "p-v", productId: "p", variantId: "v", name: "Coat", price: 40, quantity: 2 };
const draft = {
  ...emptyDraft("US"),
  email: " ada@example.com ",
  shipping: { ...emptyDraft("US").shipping, name: "Ada", address: "1 Main St", city: "Austin" },
  rateId: "r",
};
const method = (id: string, to: string) => ({ id, delivery: { from: to, to } }) as ShippingMethod;
const quote = {
  currency: "USD",
  subtotal: 80,
  shipping: 9.99,
  tax: 6.4,
  total: 96.39,
  method: "r",
  methods: [method("q", "2026-12-01"), method("r", "2026-12-08")],
  discountCode: null,
  vatId: null,
};
const request = (total = 96.39, signature = "s") => ({
  body: JSON.stringify({ total }),
  signature,
});
const keys = () => {
  let made = 0;
  return () => `key-${++made}`;
};

describe("the key of an attempt", () => {
  test("the same request keeps its key, placed or not", () => {
    const stored: Attempt = { key: "k", ...request(), orderId: null };
    expect(nextAttempt(stored, request(), keys())).toEqual({ attempt: stored, abandoned: null });
    const placed = { ...stored, orderId: "o" };
    expect(nextAttempt(placed, request(), keys())).toEqual({ attempt: placed, abandoned: null });
  });

  test("a confirmed new total is a different request with a new key", () => {
    const stored: Attempt = { key: "k", ...request(), orderId: null };
    const { attempt, abandoned } = nextAttempt(stored, request(103.99), keys());
    expect(attempt).toEqual({ key: "key-1", ...request(103.99), orderId: null });
    expect(abandoned).toBeNull();
  });

  test("a placed order keeps its total, even if the items' prices have changed", () => {
    const placed: Attempt = { key: "k", ...request(), orderId: "o" };
    expect(nextAttempt(placed, request(103.99), keys()).attempt).toBe(placed);
  });

  test("a different purchase abandons the order placed before", () => {
    const placed: Attempt = { key: "k", ...request(), orderId: "o" };
    const { attempt, abandoned } = nextAttempt(placed, request(50, "other"), keys());
    expect(abandoned).toBe("o");
    expect(attempt).toMatchObject({ key: "key-1", orderId: null });
  });

  test("the first attempt creates a key", () => {
    expect(nextAttempt(null, request(), keys()).attempt.key).toBe("key-1");
  });

  test("invalid storage counts as no attempt", () => {
    expect(parseAttempt("{")).toBeNull();
    expect(parseAttempt('{"key":1}')).toBeNull();
    expect(parseAttempt('{"key":"k","body":"b","signature":"s","orderId":7}')).toEqual({
      key: "k",
      body: "b",
      signature: "s",
      orderId: null,
    });
  });
});

describe("the request body", () => {
  test("has trimmed fields, the amounts as shown, and no empty fields", () => {
    expect(JSON.parse(JSON.stringify(orderBody(draft, [line], quote)))).toEqual({
      items: [{ id: "p-v", productId: "p", variantId: "v", name: "Coat", quantity: 2 }],
      email: "ada@example.com",
      shippingAddress: { name: "Ada", address: "1 Main St", city: "Austin", country: "US" },
      shippingRateId: "r",
      subtotal: 80,
      shipping: 9.99,
      tax: 6.4,
      total: 96.39,
      currency: "USD",
      deliverBy: "2026-12-08",
    });
  });

  test("a purchase is identified by lines, addresses, method and code, never by amounts", () => {
    const signature = signatureOf(draft, [line], "");
    expect(signatureOf(draft, [{ ...line, price: 45 }], "")).toBe(signature);
    expect(signatureOf(draft, [{ ...line, quantity: 3 }], "")).not.toBe(signature);
    expect(signatureOf({ ...draft, rateId: "other" }, [line], "")).not.toBe(signature);
    expect(signatureOf(draft, [line], "TEN")).not.toBe(signature);
    expect(signatureOf({ ...draft, billingSame: false }, [line], "")).not.toBe(signature);
  });
});
