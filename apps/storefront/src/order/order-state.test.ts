import { describe, expect, test } from "vitest";
import { failedText, lookUpErrors, lookUpOrder, notFoundText } from "./look-up.ts";
import { orderState } from "./order-state.ts";
import { orderIdOf } from "./thank-you-path.ts";

const order = {
  status: "PENDING",
  paymentState: "PENDING",
  expiresAt: "2026-11-20T10:30:00.000Z",
} as const;
const during = Date.parse("2026-11-20T10:00:00.000Z");
const after = Date.parse("2026-11-20T10:30:00.000Z");

describe("the state of an order", () => {
  test.each([
    [{ ...order }, null, during, "unpaid"],
    [{ ...order, paymentState: "FAILED" }, "declined", during, "failed"],
    [{ ...order, paymentState: "PROCESSING" }, null, after, "processing"],
    [{ ...order }, null, after, "expired"],
    [{ ...order, status: "CANCELLED", expiresAt: null }, "expired", after, "expired"],
    [{ ...order, status: "CANCELLED", expiresAt: null }, "cancelled", after, "cancelled"],
    [{ ...order, status: "PAID", expiresAt: null }, null, after, "paid"],
    [{ ...order, status: "COMPLETED", expiresAt: null }, null, after, "paid"],
    [{ ...order, status: "REFUNDED", expiresAt: null }, null, after, "refunded"],
  ] as const)("%o, reason %s: %#", (row, reason, now, state) => {
    expect(orderState(row, { reason }, now)).toBe(state);
  });
});

test("the thank-you page's URL: a stray closing brace is ignored", () => {
  expect(orderIdOf(new URLSearchParams("orderId=abc}"))).toBe("abc");
  expect(orderIdOf(new URLSearchParams("orderId=abc"))).toBe("abc");
  expect(orderIdOf(new URLSearchParams("orderId=}"))).toBeNull();
  expect(orderIdOf(new URLSearchParams())).toBeNull();
});

const refuse = (code: string) => () => {
  throw Object.assign(new Error(code), { name: "ApiError", code });
};

describe("looking up an order", () => {
  test("requires both fields, and a valid email", () => {
    expect(Object.keys(lookUpErrors({ orderNumber: " ", email: "" }))).toEqual([
      "orderNumber",
      "email",
    ]);
    expect(lookUpErrors({ orderNumber: "7K3M-9QXZ", email: "nope" })).toHaveProperty("email");
    expect(lookUpErrors({ orderNumber: "7K3M-9QXZ", email: "a@b.co" })).toEqual({});
  });

  test("accepts the number as it is printed, and distinguishes a failed call from an unknown order", async () => {
    const requests: unknown[] = [];
    const failures: unknown[] = [];
    const client = (answer: () => unknown) => {
      const orders = {
        getOrderThankYou: async (input: unknown) => {
          requests.push(input);
          return answer();
        },
      };
      return (() => ({ orders })) as unknown as Parameters<typeof lookUpOrder>[0];
    };
    const input = { orderNumber: " #7K3M-9QXZ ", email: " a@b.co " };
    const found = await lookUpOrder(
      client(() => ({ id: "o" })),
      input,
      (e) => failures.push(e),
    );
    expect(found).toEqual({ status: "found", order: { id: "o" } });
    expect(requests).toEqual([{ id: "7K3M-9QXZ", emailOrder: "a@b.co" }]);
    const look = (code: string) =>
      lookUpOrder(client(refuse(code)), input, (e) => failures.push(e));
    await expect(look("ORDER_NOT_FOUND")).resolves.toEqual({ status: "not-found" });
    await expect(look("RATE_LIMITED")).resolves.toEqual({ status: "limited" });
    expect(failures).toEqual([]);
    await expect(look("INTERNAL_ERROR")).resolves.toEqual({ status: "failed" });
    expect(failures).toHaveLength(1);
  });

  test("shows the specified messages", () => {
    expect(notFoundText("help@shop.example")).toBe(
      "Order not found. Please check your order number and email. Contact email help@shop.example for help.",
    );
    expect(failedText).toBe("Order not found");
  });
});
