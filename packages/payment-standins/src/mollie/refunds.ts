import { wrong } from "../core/control.ts";
import { randomText } from "../core/ids.ts";
import { balanceOf } from "../core/payouts.ts";
import type { Transaction } from "../core/store.ts";
import { doLater } from "../core/tasks.ts";
import type { Answer, Call, Route } from "../core/types.ts";
import { enter, notify, requirePayment } from "./change-payment.ts";
import { refuse, success } from "./errors.ts";
import { listed } from "./lists.ts";
import { keySeconds, metadataOf, ownPayment } from "./payments.ts";
import { presentRefund } from "./present.ts";
import { type Refund, payments, refunds } from "./tables.ts";
import { minorOf, timestamp } from "./values.ts";

/** Seconds until a refund completes by itself. The real Mollie takes much longer. */
const madeAfter = 5;
const base = "/v2/payments/{paymentId}/refunds";

export const refundRoutes: readonly Route[] = [
  { method: "POST", pattern: base, handle: createRefund, keepAnswerSeconds: keySeconds },
  { method: "GET", pattern: base, handle: listRefunds },
  {
    method: "GET",
    pattern: `${base}/{id}`,
    handle: (call) => success(presentRefund(ownRefund(call), call.origin)),
  },
  { method: "DELETE", pattern: `${base}/{id}`, handle: cancelRefund },
  {
    method: "GET",
    pattern: "/v2/refunds",
    handle: (call) => listed(call, "refunds", call.tx.all(refunds), presentRefund),
  },
];

function createRefund(call: Call): Answer {
  const { tx, account, body, now, origin } = call;
  const payment = ownPayment(call, "paymentId");
  if (payment.status !== "paid")
    throw refuse(422, "The payment is not paid and cannot be refunded");
  const { minor, currency } = minorOf(body["amount"]);
  if (currency !== payment.currency)
    throw refuse(422, "The currency must be that of the payment", "amount.currency");
  const left = payment.amountMinor - payment.refundedMinor - payment.chargedBackMinor;
  if (minor > left) throw refuse(422, "The amount is higher than the maximum", "amount");
  const { description } = body;
  const id = `re_${randomText(10, "mixed")}`;
  const refund = tx.put(refunds, {
    id,
    account,
    paymentId: payment.id,
    // A refund is queued if the balance is too low for it.
    status: balanceOf(tx, account, currency) < minor ? "queued" : "pending",
    currency,
    amountMinor: minor,
    description: typeof description === "string" ? description : payment.description,
    metadata: metadataOf(body),
    createdAt: timestamp(now),
    settlementId: null,
  });
  tx.put(payments, { ...payment, refundedMinor: payment.refundedMinor + minor });
  enter(tx, payment, { kind: "refund", id, amountMinor: minor, feeMinor: 0 });
  doLater(tx, madeAfter, "refund", id);
  return success(presentRefund(refund, origin), 201);
}

function listRefunds(call: Call): Answer {
  const { id } = ownPayment(call, "paymentId");
  const own = call.tx.all(refunds).filter(({ paymentId }) => paymentId === id);
  return listed(call, "refunds", own, presentRefund);
}

function cancelRefund(call: Call): Answer {
  const refund = ownRefund(call);
  if (!isWaiting(refund)) throw refuse(422, "The refund cannot be canceled anymore");
  undo(call.tx, refund, "canceled");
  return { status: 204 };
}

/** Completes or fails a refund. A failed refund returns the money to the merchant, even if it had already completed. */
export function settleRefund(tx: Transaction, id: string, isMade: boolean): Refund {
  const refund = tx.get(refunds, id);
  if (refund === undefined) throw wrong(`There is no refund ${id}.`, 404);
  if (refund.status === "failed" || refund.status === "canceled") return refund;
  if (!isMade) return undo(tx, refund, "failed");
  if (refund.status === "refunded") return refund;
  const made = tx.put(refunds, { ...refund, status: "refunded" });
  notify(tx, requirePayment(tx, refund.paymentId));
  return made;
}

function undo(tx: Transaction, refund: Refund, status: "failed" | "canceled"): Refund {
  const payment = requirePayment(tx, refund.paymentId);
  const undone = tx.put(refunds, { ...refund, status });
  const restored = tx.put(payments, {
    ...payment,
    refundedMinor: payment.refundedMinor - refund.amountMinor,
  });
  enter(tx, payment, {
    kind: "refund_reversal",
    id: refund.id,
    amountMinor: refund.amountMinor,
    feeMinor: 0,
  });
  notify(tx, restored);
  return undone;
}

function isWaiting({ status }: Refund): boolean {
  return status === "queued" || status === "pending";
}

function ownRefund(call: Call): Refund {
  const payment = ownPayment(call, "paymentId");
  const id = call.params["id"] ?? "";
  const refund = call.tx.get(refunds, id);
  if (refund?.paymentId !== payment.id) throw refuse(404, `No refund exists with token ${id}.`);
  return refund;
}
