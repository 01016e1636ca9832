import { randomUUID } from "node:crypto";
import { wrong } from "../core/control.ts";
import { feeOf } from "../core/money.ts";
import type { Entry, Transaction } from "../core/store.ts";
import { type Json, deliveries } from "../core/types.ts";
import { type Payment, type PaymentStatus, payments } from "./tables.ts";
import { timestamp } from "./values.ts";

/** Mollie's fee for cards: 1.8 percent and 25 cents. */
const fee = { basisPoints: 180, fixedMinor: 25 };

const next: Record<PaymentStatus, readonly PaymentStatus[]> = {
  open: ["pending", "authorized", "paid", "failed", "canceled", "expired"],
  pending: ["paid", "failed", "expired"],
  authorized: ["paid", "canceled", "expired"],
  paid: [],
  failed: [],
  canceled: [],
  expired: [],
};

export function requirePayment(tx: Transaction, id: string): Payment {
  const payment = tx.get(payments, id);
  if (payment === undefined) throw wrong(`There is no payment ${id}.`, 404);
  return payment;
}

/** Changes a payment's status as the shopper, the bank or the payment's expiry would. */
export function changePayment(
  tx: Transaction,
  payment: Payment,
  status: PaymentStatus,
  method: string,
): Payment {
  if (status === payment.status) return payment;
  if (!next[payment.status].includes(status))
    throw wrong(`The payment ${payment.id} is ${payment.status} and can't become ${status}.`, 409);
  const changed = tx.put(payments, {
    ...payment,
    status,
    method: payment.method ?? method,
    changedAt: timestamp(tx.now),
  });
  if (status === "paid") {
    const feeMinor = feeOf(payment.amountMinor, fee.basisPoints, fee.fixedMinor);
    enter(tx, changed, {
      kind: "capture",
      id: payment.id,
      amountMinor: payment.amountMinor,
      feeMinor,
    });
  }
  notify(tx, changed);
  return changed;
}

export function enter(
  tx: Transaction,
  payment: Payment,
  entry: { kind: Entry["kind"]; id: string; amountMinor: number; feeMinor: number },
): void {
  const isIncome = ["capture", "refund_reversal", "dispute_reversal"].includes(entry.kind);
  tx.enter({
    ...entry,
    account: payment.account,
    payment: payment.id,
    currency: payment.currency,
    netMinor: isIncome ? entry.amountMinor - entry.feeMinor : -entry.amountMinor - entry.feeMinor,
    reference: referenceOf(payment),
  });
}

function referenceOf({ metadata, description }: Payment): string {
  if (typeof metadata === "string") return metadata;
  const { orderId } = (metadata ?? {}) as Json;
  return typeof orderId === "string" ? orderId : description;
}

/** Notifies the shop of a change. Mollie's webhook contains only the payment's id. */
export function notify(tx: Transaction, payment: Payment): void {
  if (payment.webhookUrl === null) return;
  tx.put(deliveries, {
    id: randomUUID(),
    account: payment.account,
    endpoint: "",
    event: payment.status,
    url: payment.webhookUrl,
    body: `id=${payment.id}`,
    contentType: "application/x-www-form-urlencoded",
    createdAt: tx.now.toISOString(),
    status: "waiting",
    attempts: [],
    headers: {},
  });
}
