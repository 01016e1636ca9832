import { createHash } from "node:crypto";
import type { Transaction } from "../core/store.ts";
import type { Json } from "../core/types.ts";
import { money } from "./amounts.ts";
import { type Capture, type Order, type Refund, captures, refunds } from "./tables.ts";

/** An order as shown by GET /v2/checkout/orders/{id} and by calls with Prefer: return=representation. */
export function presentOrder(tx: Transaction, order: Order, origin: string): Json {
  const captured = capturesOf(tx, order);
  return {
    id: order.id,
    intent: order.intent,
    status: order.status,
    ...(order.source === null ? {} : { payment_source: order.source }),
    purchase_units: order.units.map((unit) => ({
      ...unit,
      payee: payeeOf(order.account),
      ...(captured.length === 0 ? {} : { payments: paymentsOf(tx, captured, origin) }),
    })),
    ...(order.payer === null ? {} : { payer: order.payer }),
    create_time: order.createTime,
    update_time: order.updateTime,
    links: orderLinks(order, origin),
  };
}

/** An order in the responses to calls that create or capture it, unless they send Prefer: return=representation. */
export function presentOrderMinimal(tx: Transaction, order: Order, origin: string): Json {
  const captured = capturesOf(tx, order);
  return {
    id: order.id,
    status: order.status,
    ...(order.source === null ? {} : { payment_source: order.source }),
    ...(captured.length === 0
      ? {}
      : {
          purchase_units: order.units.map(({ reference_id, shipping }) => ({
            reference_id,
            ...(shipping === undefined ? {} : { shipping }),
            payments: paymentsOf(tx, captured, origin),
          })),
        }),
    ...(order.payer === null ? {} : { payer: order.payer }),
    links: captured.length === 0 ? orderLinks(order, origin) : [selfLink(order, origin)],
  };
}

function capturesOf(tx: Transaction, { captureId }: Order): Capture[] {
  const capture = captureId === null ? undefined : tx.get(captures, captureId);
  return capture === undefined ? [] : [capture];
}

function paymentsOf(tx: Transaction, captured: readonly Capture[], origin: string): Json {
  const refunded = captured
    .flatMap(({ refundIds }) => refundIds)
    .flatMap((id) => tx.get(refunds, id) ?? []);
  return {
    captures: captured.map((capture) => presentCapture(capture, origin)),
    ...(refunded.length === 0
      ? {}
      : { refunds: refunded.map((refund) => presentRefund(refund, origin)) }),
  };
}

function selfLink({ id }: Order, origin: string): Json {
  return { href: `${origin}/v2/checkout/orders/${id}`, rel: "self", method: "GET" };
}

export function orderLinks(order: Order, origin: string): Json[] {
  const self = `${origin}/v2/checkout/orders/${order.id}`;
  const approve = `${origin}/checkoutnow?token=${order.id}`;
  const links: Json[] = [selfLink(order, origin)];
  if (order.status === "PAYER_ACTION_REQUIRED")
    links.push({ href: approve, rel: "payer-action", method: "GET" });
  if (order.status === "CREATED") links.push({ href: approve, rel: "approve", method: "GET" });
  if (order.status === "CREATED" || order.status === "APPROVED")
    links.push(
      { href: self, rel: "update", method: "PATCH" },
      { href: `${self}/capture`, rel: "capture", method: "POST" },
    );
  return links;
}

export function payeeOf(account: string): Json {
  const merchant = merchantIdOf(account);
  return { email_address: `${merchant.toLowerCase()}@business.example.com`, merchant_id: merchant };
}

const merchantLetters = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";

/** An account's merchant id: 13 letters and digits, as at PayPal, without I, O, 0 and 1, which are easily confused. */
export function merchantIdOf(account: string): string {
  const bytes = createHash("sha256").update(account).digest().subarray(0, 13);
  return Array.from(bytes, (byte) => merchantLetters[byte % merchantLetters.length]).join("");
}

export function presentCapture(capture: Capture, origin: string): Json {
  const { id, currency, amountMinor, feeMinor, orderId } = capture;
  const self = `${origin}/v2/payments/captures/${id}`;
  const isPaid = capture.status !== "PENDING" && capture.status !== "DECLINED";
  return {
    id,
    status: capture.status,
    ...(capture.status === "PENDING" ? { status_details: { reason: "PENDING_REVIEW" } } : {}),
    amount: money(amountMinor, currency),
    final_capture: true,
    seller_protection: {
      status: "ELIGIBLE",
      dispute_categories: ["ITEM_NOT_RECEIVED", "UNAUTHORIZED_TRANSACTION"],
    },
    ...(isPaid
      ? {
          seller_receivable_breakdown: {
            gross_amount: money(amountMinor, currency),
            paypal_fee: money(feeMinor, currency),
            net_amount: money(amountMinor - feeMinor, currency),
          },
        }
      : {}),
    ...(capture.invoiceId === null ? {} : { invoice_id: capture.invoiceId }),
    ...(capture.customId === null ? {} : { custom_id: capture.customId }),
    ...(capture.isCard
      ? { processor_response: { response_code: capture.status === "DECLINED" ? "9500" : "0000" } }
      : {}),
    supplementary_data: { related_ids: { order_id: orderId } },
    links: [
      { href: self, rel: "self", method: "GET" },
      { href: `${self}/refund`, rel: "refund", method: "POST" },
      { href: `${origin}/v2/checkout/orders/${orderId}`, rel: "up", method: "GET" },
    ],
    create_time: capture.createTime,
    update_time: capture.updateTime,
  };
}

export function presentRefund(refund: Refund, origin: string): Json {
  const { id, currency, amountMinor } = refund;
  return {
    id,
    status: refund.status,
    ...(refund.status === "PENDING" ? { status_details: { reason: "ECHECK" } } : {}),
    amount: money(amountMinor, currency),
    seller_payable_breakdown: {
      gross_amount: money(amountMinor, currency),
      paypal_fee: money(0, currency),
      net_amount: money(amountMinor, currency),
      total_refunded_amount: money(refund.totalRefundedMinor, currency),
    },
    ...(refund.invoiceId === null ? {} : { invoice_id: refund.invoiceId }),
    ...(refund.customId === null ? {} : { custom_id: refund.customId }),
    ...(refund.note === null ? {} : { note_to_payer: refund.note }),
    payer: payeeOf(refund.account),
    create_time: refund.createTime,
    update_time: refund.updateTime,
    links: refundLinks(refund, origin),
  };
}

export function refundLinks({ id, captureId }: Refund, origin: string): Json[] {
  return [
    { href: `${origin}/v2/payments/refunds/${id}`, rel: "self", method: "GET" },
    { href: `${origin}/v2/payments/captures/${captureId}`, rel: "up", method: "GET" },
  ];
}
