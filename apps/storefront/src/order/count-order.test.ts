import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { countOrder } from "./count-order.ts";

const fetched = vi.fn<(url: string, init: RequestInit) => Promise<Response>>();
let stored: Map<string, string>;

beforeEach(() => {
  stored = new Map();
  fetched.mockReset().mockRejectedValue(new TypeError("offline"));
  vi.stubGlobal("fetch", fetched);
  vi.stubGlobal("document", {});
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  });
});
afterEach(() => vi.unstubAllGlobals());

const order = (id: string, ...products: string[]) => ({
  id,
  storeId: "store",
  total: 96.39,
  email: "ada@example.com",
  items: products.map((productId) => ({ productId })) as Parameters<typeof countOrder>[1]["items"],
});
const sent = () =>
  fetched.mock.calls.map(([url, { body }]) => [url, JSON.parse(body as string) as unknown]);

test("an order is counted once, whichever page reports it, and without personal data", () => {
  countOrder("a", order("one", "dress", "dress"));
  countOrder("a", order("one", "dress", "dress"));
  expect(sent()).toEqual([
    [
      "/api/v1/analytics/track/hour?storeId=store",
      { event: "ORDER_COMPLETE", value: 96.39, productId: "dress" },
    ],
  ]);
  expect(stored.get("vetrina:a:counted-orders")).toBe('["one"]');
});

test("several products are counted as an order without a product", () => {
  countOrder("a", order("two", "dress", "coat"));
  expect(sent()[0]?.[1]).toMatchObject({ productId: null });
});

test("does not count again after another tab, and tolerates full or invalid storage", () => {
  stored.set("vetrina:a:counted-orders", '["three"]');
  countOrder("a", order("three", "dress"));
  expect(sent()).toEqual([]);
  stored.set("vetrina:a:counted-orders", "{broken");
  vi.stubGlobal("localStorage", {
    getItem: () => "{broken",
    setItem: () => {
      throw new Error("full");
    },
  });
  countOrder("a", order("four", "dress"));
  countOrder("a", order("four", "dress"));
  expect(sent()).toHaveLength(1);
});
