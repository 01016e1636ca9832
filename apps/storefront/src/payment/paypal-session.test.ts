import { expect, test, vi } from "vitest";
import type { Approval, Approve, ToApprove } from "./payment-flow.ts";
import { createPayPalSession } from "./paypal-session.ts";

const declined = {
  details: [{ issue: "INSTRUMENT_DECLINED", description: "Declined." }],
  debug_id: null,
} as ToApprove["declined"];
const payment = (last: ToApprove["declined"]) =>
  ({ orderId: "o", intent: { id: "5O1" }, declined: last }) as ToApprove;

/** A session with a payment that asks for these approvals, one after another. */
function begin(attempts: ToApprove["declined"][], isRestartable = true) {
  const approvals: Approval[] = [];
  const pay = vi.fn<(approve: Approve) => Promise<void>>(async (approve) => {
    for (const last of attempts) approvals.push(await approve(payment(last)));
  });
  const session = createPayPalSession({ isRestartable });
  session.payBy(pay);
  return { session, approvals };
}

test("an approval ends PayPal's window once the payment has ended", async () => {
  const { session, approvals } = begin([null]);
  await expect(session.createOrder()).resolves.toBe("5O1");
  const restart = vi.fn<() => void>();
  await session.onApprove(restart);
  expect(approvals).toEqual([{ kind: "approved" }]);
  expect(restart).not.toHaveBeenCalled();
});

test("the payment that is being approved is known until it has ended", async () => {
  const { session } = begin([null]);
  expect(session.payment()).toBeNull();
  await session.createOrder();
  expect(session.payment()).toMatchObject({ orderId: "o", intent: { id: "5O1" } });
  await session.onApprove();
  expect(session.payment()).toBeNull();
});

test("a payment whose button was removed is closed, unless it was approved before", async () => {
  const { session, approvals } = begin([null]);
  await session.createOrder();
  session.leave();
  await vi.waitFor(() => expect(session.payment()).toBeNull());
  await session.onApprove();
  expect(approvals).toEqual([{ kind: "closed" }]);

  const approved = begin([null]);
  await approved.session.createOrder();
  const ended = approved.session.onApprove();
  approved.session.leave();
  await ended;
  expect(approved.approvals).toEqual([{ kind: "approved" }]);
});

test("a payment whose button was removed before the order was placed opens no window", async () => {
  const approvals: Approval[] = [];
  const placed = Promise.withResolvers<void>();
  const session = createPayPalSession({ isRestartable: true });
  session.payBy(async (approve) => {
    await placed.promise;
    approvals.push(await approve(payment(null)));
  });
  const order = session.createOrder();
  session.leave();
  placed.resolve();
  await expect(order).rejects.toThrow("ended");
  expect(approvals).toEqual([{ kind: "closed" }]);
});

test("a declined instrument restarts PayPal's window with the same order", async () => {
  const { session, approvals } = begin([null, declined]);
  await session.createOrder();
  const restart = vi.fn<() => void>();
  await session.onApprove(restart);
  expect(restart).toHaveBeenCalledOnce();
  await session.onApprove(restart);
  expect(approvals).toEqual([{ kind: "approved" }, { kind: "approved" }]);
  expect(restart).toHaveBeenCalledOnce();
});

test("a declined card is reported, and its fields stay", async () => {
  const { session, approvals } = begin([null, declined], false);
  await session.createOrder();
  await session.onApprove();
  expect(approvals).toEqual([{ kind: "approved" }, { kind: "failed", text: "Declined." }]);
});

test.each([
  ["closed", () => undefined, { kind: "closed" }],
  ["reported", () => new Error("Broken."), { kind: "failed", text: "Broken." }],
])("a window that was %s ends the payment", async (how, error, approval) => {
  const { session, approvals } = begin([null]);
  await session.createOrder();
  if (how === "closed") session.onCancel();
  else session.onError(error());
  await vi.waitFor(() => expect(approvals).toEqual([approval]));
});

test("an order that can't be placed closes PayPal's window, and its error is shown only once", async () => {
  const { session, approvals } = begin([]);
  await expect(session.createOrder()).rejects.toThrow("ended");
  session.onError(new Error("The payment has ended."));
  await session.onApprove();
  expect(approvals).toEqual([]);
});
