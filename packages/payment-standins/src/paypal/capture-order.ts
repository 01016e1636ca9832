import { randomText } from "../core/ids.ts";
import { feeOf } from "../core/money.ts";
import type { Transaction } from "../core/store.ts";
import { minorOf } from "./amounts.ts";
import { emit } from "./emit.ts";
import { presentCapture, presentOrder } from "./present.ts";
import { type Capture, type Order, captures, orders } from "./tables.ts";
import { timestamp } from "./values.ts";

/** PayPal's fee: 3.49 percent and 35 cents. */
const fee = { basisPoints: 349, fixedMinor: 35 };

/** Captures the payment of an approved order. */
export function captureOrder(tx: Transaction, order: Order, origin: string): Order {
  const at = timestamp(tx.now);
  const [unit] = order.units;
  if (unit === undefined) throw new Error("The order has no purchase unit.");
  const amountMinor = minorOf(unit.amount, "/purchase_units/0/amount");
  const statuses = {
    accepted: "COMPLETED",
    pending: "PENDING",
    "card-declined": "DECLINED",
    declined: "DECLINED",
  } as const;
  const capture = tx.put(captures, {
    id: randomText(17, "upper"),
    account: order.account,
    orderId: order.id,
    status: statuses[order.instrument],
    currency: unit.amount.currency_code,
    amountMinor,
    feeMinor: feeOf(amountMinor, fee.basisPoints, fee.fixedMinor),
    refundedMinor: 0,
    refundIds: [],
    customId: unit.custom_id ?? null,
    invoiceId: unit.invoice_id ?? null,
    createTime: at,
    updateTime: at,
    isCard: order.source?.["card"] !== undefined,
    nextRefund: "COMPLETED",
  });
  const completed = tx.put(orders, {
    ...order,
    status: "COMPLETED",
    captureId: capture.id,
    updateTime: at,
  });
  enterCapture(tx, capture);
  emit(tx, order.account, captureEvents[capture.status], presentCapture(capture, origin), origin);
  if (capture.status === "COMPLETED")
    emit(
      tx,
      order.account,
      "CHECKOUT.ORDER.COMPLETED",
      presentOrder(tx, completed, origin),
      origin,
    );
  return completed;
}

const captureEvents: Record<Capture["status"], string> = {
  COMPLETED: "PAYMENT.CAPTURE.COMPLETED",
  PENDING: "PAYMENT.CAPTURE.PENDING",
  DECLINED: "PAYMENT.CAPTURE.DENIED",
  FAILED: "PAYMENT.CAPTURE.DENIED",
  REFUNDED: "PAYMENT.CAPTURE.REFUNDED",
  PARTIALLY_REFUNDED: "PAYMENT.CAPTURE.REFUNDED",
};

function enterCapture(tx: Transaction, capture: Capture): void {
  if (capture.status !== "COMPLETED") return;
  tx.enter({
    kind: "capture",
    account: capture.account,
    id: capture.id,
    payment: capture.orderId,
    currency: capture.currency,
    amountMinor: capture.amountMinor,
    feeMinor: capture.feeMinor,
    netMinor: capture.amountMinor - capture.feeMinor,
    reference: capture.customId ?? capture.invoiceId,
  });
}

/** Completes or declines a pending capture. */
export function settleCapture(
  tx: Transaction,
  capture: Capture,
  isPaid: boolean,
  origin: string,
): Capture {
  const settled = tx.put(captures, {
    ...capture,
    status: isPaid ? "COMPLETED" : "DECLINED",
    updateTime: timestamp(tx.now),
  });
  enterCapture(tx, settled);
  emit(tx, settled.account, captureEvents[settled.status], presentCapture(settled, origin), origin);
  return settled;
}
