import { ApiError } from "@vetrina/client/api-error";
import { expect, test, vi } from "vitest";
import type { Attempt } from "./attempt.ts";
import { placeOrder } from "./place-order.ts";

const body = { items: [{ variantId: "v", quantity: 1 }], total: 10 };

function apiError(code: string, status: number) {
  return new ApiError({ url: "/", status, statusText: "", body: { code, message: code } });
}

function world(stored: Attempt | null = null) {
  let attempt = stored;
  const createOrder = vi.fn<
    (input: unknown, options?: { idempotencyKey?: string }) => Promise<{ id: string }>
  >(async () => ({ id: "o" }));
  const cancelOrder = vi.fn<(input: unknown) => Promise<object>>(async () => ({}));
  const deps = {
    orders: { createOrder, cancelOrder },
    storeId: "s",
    load: () => attempt,
    save: (next: Attempt | null) => void (attempt = next),
  } as unknown as Parameters<typeof placeOrder>[0];
  return { deps, createOrder, cancelOrder, attempt: () => attempt };
}

test("a lost response keeps the key, so the retry returns the same order", async () => {
  const { deps, createOrder, attempt } = world();
  createOrder.mockRejectedValueOnce(new TypeError("offline"));
  await expect(placeOrder(deps, body, "w")).rejects.toThrow("offline");
  await expect(placeOrder(deps, body, "w")).resolves.toEqual({ orderId: "o", isResumed: false });
  const [first, second] = createOrder.mock.calls.map(([, options]) => options?.idempotencyKey);
  expect(first).toBe(second);
  expect(attempt()).toMatchObject({ key: first, orderId: "o" });
});

test("a free order is complete when it is placed", async () => {
  const { deps, createOrder } = world();
  const paid: { id: string; paidAt: string } = { id: "o", paidAt: "2026-11-22T10:00:00.000Z" };
  createOrder.mockResolvedValueOnce(paid);
  await expect(placeOrder(deps, body, "w")).resolves.toEqual({
    orderId: "o",
    isResumed: false,
    isComplete: true,
  });
});

test("a placed order is not placed again", async () => {
  const { deps, createOrder } = world();
  await placeOrder(deps, body, "w");
  await expect(placeOrder(deps, { ...body, total: 12 }, "w")).resolves.toEqual({
    orderId: "o",
    isResumed: true,
  });
  expect(createOrder).toHaveBeenCalledOnce();
});

test("a different purchase cancels the old order before it places the new one", async () => {
  const { deps, createOrder, cancelOrder } = world();
  await placeOrder(deps, body, "w");
  const changed = { ...body, items: [{ variantId: "v", quantity: 2 }] };
  await expect(placeOrder(deps, changed, "other")).resolves.toMatchObject({ isResumed: false });
  expect(cancelOrder).toHaveBeenCalledExactlyOnceWith({ id: "o", body: { unpaidOnly: true } });
  expect(createOrder).toHaveBeenCalledTimes(2);
});

test("an old order that is paid or being paid is continued", async () => {
  const { deps, createOrder, cancelOrder } = world({
    key: "k",
    body: "{}",
    signature: "w",
    orderId: "old",
  });
  cancelOrder.mockRejectedValueOnce(apiError("INVALID_TRANSITION", 409));
  await expect(placeOrder(deps, body, "other")).resolves.toEqual({
    orderId: "old",
    isResumed: true,
  });
  expect(createOrder).not.toHaveBeenCalled();
});

test("replaces a key once if the server knows it from a different request", async () => {
  const { deps, createOrder } = world();
  createOrder.mockRejectedValueOnce(apiError("IDEMPOTENCY_KEY_REUSED", 409));
  await expect(placeOrder(deps, body, "w")).resolves.toMatchObject({ orderId: "o" });
  const [first, second] = createOrder.mock.calls.map(([, options]) => options?.idempotencyKey);
  expect(first).not.toBe(second);
});
