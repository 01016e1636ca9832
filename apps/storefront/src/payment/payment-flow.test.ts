import { ApiError } from "@vetrina/client/api-error";
import type { PaymentResult } from "@vetrina/contract/orders/payments";
import { describe, expect, test, vi } from "vitest";
import { type Approval, finishOrder, type PaymentDeps, payOrder } from "./payment-flow.ts";

const provider = { value: "other", name: "Test payment" };

function result(over: Partial<PaymentResult> = {}): PaymentResult {
  return {
    orderId: "o",
    orderStatus: "PENDING",
    status: "PENDING",
    reason: null,
    details: [],
    debug_id: null,
    retryable: false,
    ...over,
  };
}
const paid = result({ status: "COMPLETED", orderStatus: "PAID" });
const failed = result({
  status: "FAILED",
  reason: "failed",
  details: [{ issue: "REFUSED", description: "Refused." }],
  debug_id: "d",
  retryable: true,
});
const declined = result({
  status: "FAILED",
  reason: "declined",
  details: [{ issue: "INSTRUMENT_DECLINED", description: "Declined." }],
  retryable: true,
});

const uncharged = (error: string) =>
  `Sorry, your transaction could not be processed... ${error}\n\nYou haven't been charged. Your order is held. You can try again.`;

function apiError(code: string, status: number) {
  return new ApiError({ url: "/", status, statusText: "", body: { code, message: code } });
}

type Said<T> = (T | Error)[];

/** Takes the next response from the list, and keeps repeating the last one. If the response is an Error, throws it. */
function next<T>(list: Said<T>): T {
  const value = list.length > 1 ? list.shift() : list[0];
  if (value === undefined) throw new Error("not expected");
  if (value instanceof Error) throw value;
  return value;
}

/** A fake provider and a fake shopper at its window, with their responses from the given lists. */
function world(answers: {
  process?: Said<PaymentResult>;
  status?: Said<PaymentResult>;
  intent?: Said<{ id: string }>;
  window?: Said<Approval>;
}) {
  const {
    process = [],
    status = [],
    intent = [{ id: "i" }],
    window = [{ kind: "approved" }],
  } = answers;
  const phases: string[] = [];
  const payments = {
    createPaymentIntent: vi.fn<(input: unknown) => Promise<{ id: string }>>(async () =>
      next(intent),
    ),
    processPayment: vi.fn<(input: unknown) => Promise<PaymentResult>>(async () => next(process)),
    getPaymentStatus: vi.fn<(input: unknown) => Promise<PaymentResult>>(async () => next(status)),
  };
  const approve = vi.fn<PaymentDeps["approve"]>(async () => next(window));
  const deps = {
    payments,
    provider,
    currency: "USD",
    approve,
    onPhase: (phase: string) => void phases.push(phase),
    wait: () => Promise.resolve(),
  } as unknown as PaymentDeps;
  return { deps, payments, approve, phases };
}

describe("paying an order", () => {
  test("an approved payment needs one window and one call", async () => {
    const { deps, payments, phases } = world({ process: [paid] });
    await expect(payOrder(deps, "o", false)).resolves.toEqual({ kind: "paid" });
    const metadata = { orderId: "o", provider: "other", currency: "usd" };
    expect(payments.createPaymentIntent).toHaveBeenCalledExactlyOnceWith({
      id: "o",
      body: { provider: "other", metadata },
    });
    expect(payments.processPayment).toHaveBeenCalledExactlyOnceWith({
      id: "o",
      body: { provider: "other", paymentIntentId: "i" },
    });
    expect(phases).toEqual(["opening", "processing"]);
  });

  test("after a declined card, the window opens again with that result", async () => {
    const { deps, approve } = world({ process: [declined, paid] });
    await expect(payOrder(deps, "o", false)).resolves.toEqual({ kind: "paid" });
    expect(approve.mock.calls.map((call) => call[0].declined)).toEqual([null, declined]);
  });

  test("any other error ends the payment with its description and debug id", async () => {
    const { deps } = world({ process: [failed] });
    await expect(payOrder(deps, "o", false)).resolves.toEqual({
      kind: "failed",
      text: uncharged("Refused (d)."),
    });
  });

  test("a closed window charges nothing and makes no call", async () => {
    const { deps, payments } = world({ window: [{ kind: "closed" }] });
    await expect(payOrder(deps, "o", false)).resolves.toEqual({ kind: "closed" });
    expect(payments.processPayment).not.toHaveBeenCalled();
  });

  test("a failure at the provider shows the provider's text and makes no call", async () => {
    const { deps, payments } = world({ window: [{ kind: "failed", text: "Declined by bank." }] });
    await expect(payOrder(deps, "o", false)).resolves.toEqual({
      kind: "failed",
      text: uncharged("Declined by bank."),
    });
    expect(payments.processPayment).not.toHaveBeenCalled();
  });

  test("a rejected call doesn't say that nothing was charged, because some providers charge before it", async () => {
    const { deps } = world({ process: [apiError("RATE_LIMITED", 429)] });
    await expect(payOrder(deps, "o", false)).resolves.toEqual({
      kind: "failed",
      text: expect.not.stringContaining("charged") as string,
    });
  });

  test("a pending payment is polled with pauses until the provider has responded", async () => {
    const { deps, payments, phases } = world({
      process: [result()],
      status: [result(), new TypeError("offline"), paid],
    });
    await expect(payOrder(deps, "o", false)).resolves.toEqual({ kind: "paid" });
    expect(payments.getPaymentStatus).toHaveBeenCalledTimes(3);
    expect(payments.processPayment).toHaveBeenCalledOnce();
    expect(phases).toEqual(["opening", "processing", "waiting"]);
  });

  test("after a minute, polling stops and the payment isn't reported as failed", async () => {
    const { deps } = world({ process: [result()], status: [result()] });
    await expect(payOrder(deps, "o", false)).resolves.toEqual({ kind: "pending" });
  });

  test("polls after a lost response, and resends a request that never arrived", async () => {
    const { deps, payments } = world({
      process: [new TypeError("offline"), paid],
      status: [result({ retryable: true })],
    });
    await expect(payOrder(deps, "o", false)).resolves.toEqual({ kind: "paid" });
    expect(payments.processPayment).toHaveBeenCalledTimes(2);
  });

  test("a failed intent shows the specified message", async () => {
    const { deps } = world({ intent: [apiError("PROVIDER_ERROR", 502)] });
    await expect(payOrder(deps, "o", false)).resolves.toEqual({
      kind: "failed",
      text: "Could not initiate Test payment Checkout... PROVIDER_ERROR",
    });
  });

  test.each([
    ["ORDER_EXPIRED", "expired"],
    ["ORDER_ALREADY_PAID", "paid"],
  ])("%s at the intent: %s", async (code, kind) => {
    const { deps } = world({ intent: [apiError(code, 409)] });
    await expect(payOrder(deps, "o", false)).resolves.toEqual({ kind });
  });
});

describe("an order placed before", () => {
  test("opens no window if it was paid in the meantime", async () => {
    const { deps, approve } = world({ status: [paid] });
    await expect(payOrder(deps, "o", true)).resolves.toEqual({ kind: "paid" });
    expect(approve).not.toHaveBeenCalled();
  });

  test("is polled if it is being paid, and never paid twice", async () => {
    const { deps, approve } = world({ status: [result(), result(), paid] });
    await expect(payOrder(deps, "o", true)).resolves.toEqual({ kind: "paid" });
    expect(approve).not.toHaveBeenCalled();
  });

  test("is reported as expired if it has ended", async () => {
    const { deps } = world({ status: [result({ status: "FAILED", reason: "expired" })] });
    await expect(payOrder(deps, "o", true)).resolves.toEqual({ kind: "expired" });
  });

  test("can be paid again if its payment failed", async () => {
    const { deps } = world({ status: [failed], process: [paid] });
    await expect(payOrder(deps, "o", true)).resolves.toEqual({ kind: "paid" });
  });
});

describe("a payment that was approved before", () => {
  const notApproved = result({
    status: "FAILED",
    reason: "failed",
    details: [{ issue: "ORDER_NOT_APPROVED", description: "Approve it." }],
    retryable: true,
  });
  test.each([
    ["made", paid, { kind: "paid" }],
    ["not finished", notApproved, { kind: "closed" }],
    [
      "canceled",
      result({ status: "FAILED", reason: "cancelled", retryable: true }),
      { kind: "closed" },
    ],
    ["too late", result({ status: "FAILED", reason: "expired" }), { kind: "expired" }],
    ["failed", failed, { kind: "failed", text: uncharged("Refused (d).") }],
  ])("%s: no window is opened and no second intent made", async (_, answer, outcome) => {
    const { deps, payments, approve } = world({ process: [answer] });
    await expect(finishOrder(deps, "o", "i")).resolves.toEqual(outcome);
    expect(payments.processPayment).toHaveBeenCalledExactlyOnceWith({
      id: "o",
      body: { provider: "other", paymentIntentId: "i" },
    });
    expect(approve).not.toHaveBeenCalled();
    expect(payments.createPaymentIntent).not.toHaveBeenCalled();
  });
});
