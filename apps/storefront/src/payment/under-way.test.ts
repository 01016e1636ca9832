import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { forgetUnderWay, noteUnderWay, paymentUnderWay } from "./under-way.ts";

const kept = new Map<string, string>();
beforeEach(() =>
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
  }),
);
afterEach(() => {
  kept.clear();
  vi.unstubAllGlobals();
});

const payment = (orderId: string, over = {}) => ({
  orderId,
  provider: "mollie",
  intentId: `tr_${orderId}`,
  path: "/checkout?step=payment",
  paidPath: "/thank-you",
  isApproved: false,
  ...over,
});

test("keeps one payment for each order until it is removed", () => {
  noteUnderWay("shop", payment("a"));
  noteUnderWay("shop", payment("b"));
  noteUnderWay("shop", payment("a", { isApproved: true }));
  expect(paymentUnderWay("shop", "a")).toEqual(payment("a", { isApproved: true }));
  expect(paymentUnderWay("other", "a")).toBeNull();
  forgetUnderWay("shop", "a");
  expect(paymentUnderWay("shop", "a")).toBeNull();
  expect(paymentUnderWay("shop", "b")).toEqual(payment("b"));
});

test("keeps only the newest payments", () => {
  for (const id of ["a", "b", "c", "d", "e", "f"]) noteUnderWay("shop", payment(id));
  expect(paymentUnderWay("shop", "a")).toBeNull();
  expect(paymentUnderWay("shop", "f")).toEqual(payment("f"));
});

test.each(["//elsewhere.example", "https://elsewhere.example", "javascript:go()", 1])(
  "stored data that leads to %s is ignored",
  (path) => {
    noteUnderWay("shop", payment("a", { path }));
    expect(paymentUnderWay("shop", "a")).toBeNull();
    kept.set([...kept.keys()][0] ?? "", "{broken");
    expect(paymentUnderWay("shop", "a")).toBeNull();
  },
);
