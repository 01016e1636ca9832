import { randomText } from "../core/ids.ts";
import type { Transaction } from "../core/store.ts";
import type { Answer, Call, Json, Route } from "../core/types.ts";
import { minorOf } from "./amounts.ts";
import { emit } from "./emit.ts";
import { detail, failureOf, orderedFailure, refuse, success } from "./errors.ts";
import { presentCapture, presentRefund, refundLinks } from "./present.ts";
import { type Capture, type Refund, captures, disputes, refunds } from "./tables.ts";
import { textOrNull, timestamp } from "./values.ts";

/** How long PayPal stores the request ids of payments: 45 days. */
const paymentKeySeconds = 45 * 24 * 3600;

export const captureRoutes: readonly Route[] = [
  { method: "GET", pattern: "/v2/payments/captures/{id}", handle: getCapture },
  {
    method: "POST",
    pattern: "/v2/payments/captures/{id}/refund",
    handle: refundCapture,
    keepAnswerSeconds: paymentKeySeconds,
  },
  { method: "GET", pattern: "/v2/payments/refunds/{id}", handle: getRefund },
];

function getCapture(call: Call): Answer {
  const ordered = orderedFailure(call.request.headers["paypal-mock-response"]);
  return ordered ?? success(200, presentCapture(requireCapture(call), call.origin));
}

function getRefund(call: Call): Answer {
  const ordered = orderedFailure(call.request.headers["paypal-mock-response"]);
  if (ordered !== null) return ordered;
  const refund = call.tx.get(refunds, call.params["id"] ?? "");
  if (refund?.account !== call.account) throw refuse(404, detail("INVALID_RESOURCE_ID"));
  return success(200, presentRefund(refund, call.origin));
}

function refundCapture(call: Call): Answer {
  const { tx, body, origin } = call;
  const ordered = orderedFailure(call.request.headers["paypal-mock-response"]);
  if (ordered !== null) return ordered;
  const capture = requireCapture(call);
  const left = capture.amountMinor - capture.refundedMinor;
  const { amount } = body;
  const amountMinor = amount === undefined ? left : minorOf(amount, "/amount");
  const issue = refusalOf(
    tx,
    capture,
    amountMinor,
    left,
    (amount as Json | undefined)?.["currency_code"],
  );
  if (issue !== null) return failureOf(issue);
  const at = timestamp(call.now);
  const refund = tx.put(refunds, {
    id: randomText(17, "upper"),
    account: capture.account,
    captureId: capture.id,
    orderId: capture.orderId,
    status: capture.nextRefund,
    currency: capture.currency,
    amountMinor,
    totalRefundedMinor: capture.refundedMinor + amountMinor,
    customId: textOrNull(body["custom_id"]),
    invoiceId: textOrNull(body["invoice_id"]),
    note: textOrNull(body["note_to_payer"]),
    createTime: at,
    updateTime: at,
  });
  tx.put(captures, {
    ...withRefunded(capture, capture.refundedMinor + amountMinor),
    refundIds: [...capture.refundIds, refund.id],
    nextRefund: "COMPLETED",
    updateTime: at,
  });
  enterRefund(tx, refund, "refund");
  const event = refund.status === "PENDING" ? "PAYMENT.REFUND.PENDING" : "PAYMENT.CAPTURE.REFUNDED";
  emit(tx, refund.account, event, presentRefund(refund, origin), origin);
  const isFull = String(call.request.headers["prefer"] ?? "").includes("return=representation");
  const minimal = { id: refund.id, status: refund.status, links: refundLinks(refund, origin) };
  return success(201, isFull ? presentRefund(refund, origin) : minimal);
}

/** The issue that PayPal returns when it rejects a refund; null if the refund can be made. */
function refusalOf(
  tx: Transaction,
  capture: Capture,
  amountMinor: number,
  left: number,
  currency: unknown,
): string | null {
  if (capture.status === "PENDING") return "PENDING_CAPTURE";
  if (capture.status === "DECLINED" || capture.status === "FAILED") return "REFUND_NOT_ALLOWED";
  if (left === 0) return "CAPTURE_FULLY_REFUNDED";
  if (currency !== undefined && currency !== capture.currency)
    return "REFUND_CAPTURE_CURRENCY_MISMATCH";
  if (amountMinor > left) return "REFUND_AMOUNT_EXCEEDED";
  const disputed = tx.all(disputes).filter(({ captureId }) => captureId === capture.id);
  if (disputed.some(({ outcome }) => outcome === "RESOLVED_BUYER_FAVOUR"))
    return "REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK";
  const isOpen = disputed.some(({ status }) => status !== "RESOLVED");
  return isOpen && amountMinor < capture.amountMinor ? "TRANSACTION_DISPUTED" : null;
}

export function withRefunded(capture: Capture, refundedMinor: number): Capture {
  const partly = refundedMinor === 0 ? "COMPLETED" : "PARTIALLY_REFUNDED";
  return {
    ...capture,
    refundedMinor,
    status: refundedMinor === capture.amountMinor ? "REFUNDED" : partly,
  };
}

function enterRefund(tx: Transaction, refund: Refund, kind: "refund" | "refund_reversal"): void {
  tx.enter({
    kind,
    account: refund.account,
    id: refund.id,
    payment: refund.orderId,
    currency: refund.currency,
    amountMinor: refund.amountMinor,
    feeMinor: 0,
    netMinor: kind === "refund" ? -refund.amountMinor : refund.amountMinor,
    reference: refund.customId ?? refund.invoiceId,
  });
}

/** Completes or fails a pending refund. A failed refund returns the money to the merchant. */
export function settleRefund(tx: Transaction, id: string, isMade: boolean, origin: string): Refund {
  const refund = tx.get(refunds, id);
  if (refund === undefined) throw refuse(404, detail("INVALID_RESOURCE_ID"));
  if (refund.status !== "PENDING") return refund;
  const settled = tx.put(refunds, {
    ...refund,
    status: isMade ? "COMPLETED" : "FAILED",
    updateTime: timestamp(tx.now),
  });
  const capture = tx.get(captures, refund.captureId);
  if (!isMade && capture !== undefined) {
    tx.put(captures, withRefunded(capture, capture.refundedMinor - refund.amountMinor));
    enterRefund(tx, settled, "refund_reversal");
  }
  emit(
    tx,
    settled.account,
    isMade ? "PAYMENT.CAPTURE.REFUNDED" : "PAYMENT.REFUND.FAILED",
    presentRefund(settled, origin),
    origin,
  );
  return settled;
}

function requireCapture({ tx, params, account }: Call): Capture {
  const capture = tx.get(captures, params["id"] ?? "");
  if (capture?.account !== account) throw refuse(404, detail("INVALID_RESOURCE_ID"));
  return capture;
}
