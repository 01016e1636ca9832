import { z } from "zod";
import { fromDecimal } from "./amounts.ts";
import type { PayPalAnswer } from "./paypal-client.ts";
import { GatewayUnknown, type PaymentFact, type RefundFact } from "./provider.ts";

/** The fields that we read from PayPal's responses; the rest is ignored. */
const Money = z.object({ currency_code: z.string(), value: z.string() });
const Capture = z.object({ id: z.string(), status: z.string(), amount: Money });
const Refund = z.object({
  id: z.string(),
  status: z.string(),
  amount: Money.optional(),
  custom_id: z.string().optional(),
  status_details: z.object({ reason: z.string().optional() }).optional(),
});
export type PayPalRefund = z.infer<typeof Refund>;
const Order = z.object({
  id: z.string(),
  status: z.string(),
  links: z.array(z.object({ rel: z.string(), href: z.string() })).default([]),
  purchase_units: z
    .array(
      z.object({
        amount: Money,
        payments: z
          .object({ captures: z.array(Capture).default([]), refunds: z.array(Refund).default([]) })
          .optional(),
      }),
    )
    .min(1),
});
export type PayPalOrder = z.infer<typeof Order>;
const Problem = z.object({
  name: z.string().optional(),
  message: z.string().optional(),
  debug_id: z.string().optional(),
  details: z
    .array(z.object({ issue: z.string().optional(), description: z.string().optional() }))
    .default([]),
});

export function readOrder(answer: PayPalAnswer): PayPalOrder {
  return read(Order, answer);
}

export function readRefund(answer: PayPalAnswer): PayPalRefund {
  return read(Refund, answer);
}

function read<T>(schema: z.ZodType<T>, { status, body, debugId }: PayPalAnswer): T {
  const parsed = status < 300 ? schema.safeParse(body) : null;
  if (parsed?.success === true) return parsed.data;
  throw new GatewayUnknown(
    `PayPal returned an unexpected response (status ${status}, debug id ${debugId ?? "none"})`,
  );
}

/** The issues in an error response, at least one, and PayPal's debug id. */
export function readProblem({ body, status, debugId }: PayPalAnswer) {
  const { data } = Problem.safeParse(body);
  const issues = (data?.details ?? []).flatMap(({ issue, description }) =>
    issue === undefined ? [] : [{ issue, description: description ?? data?.message ?? issue }],
  );
  const name = data?.name ?? `STATUS_${status}`;
  if (issues.length === 0) issues.push({ issue: name, description: data?.message ?? name });
  return { issues, debugId: data?.debug_id ?? debugId };
}

/** The states of captures that took money, even if it has since been refunded. */
const taken = new Set(["COMPLETED", "PARTIALLY_REFUNDED", "REFUNDED"]);

export function capturesOf(order: PayPalOrder): z.infer<typeof Capture>[] {
  return order.purchase_units.flatMap(({ payments }) => payments?.captures ?? []);
}

/** The capture that took the order's money, from which refunds are made; undefined if there is none. */
export function takenCapture(order: PayPalOrder): z.infer<typeof Capture> | undefined {
  return capturesOf(order).find(({ status }) => taken.has(status));
}

export function factOfOrder(order: PayPalOrder, debugId: string | null): PaymentFact {
  const [unit] = order.purchase_units as [PayPalOrder["purchase_units"][number]];
  const captures = capturesOf(order);
  const successful = captures.filter(({ status }) => taken.has(status));
  const fact = { currency: unit.amount.currency_code, capturedMinor: null, issues: [], debugId };
  const [first] = successful;
  if (first !== undefined) {
    const { currency_code: currency } = first.amount;
    const amounts = successful.map(({ amount }) => fromDecimal(amount.value, currency));
    const capturedMinor = amounts.reduce((sum, amount) => sum + amount, 0);
    return { ...fact, state: "completed", currency, capturedMinor, captureId: first.id };
  }
  const waiting = captures.find(({ status }) => status === "PENDING");
  if (waiting !== undefined) return { ...fact, state: "pending", captureId: waiting.id };
  // PayPal has completed this order although its capture failed, so the next attempt needs a new order.
  if (captures.length > 0) return { ...fact, state: "failed", issues: [cardDeclined] };
  if (order.status === "VOIDED") return { ...fact, state: "cancelled" };
  if (order.status === "COMPLETED")
    throw new GatewayUnknown(`PayPal returned a completed order without a capture (${order.id})`);
  return { ...fact, state: "open" };
}

const refundStates: Record<string, RefundFact["state"]> = {
  COMPLETED: "completed",
  PENDING: "pending",
  FAILED: "failed",
  CANCELLED: "failed",
};

/** The issue shown if the processor declines the card at the capture. */
const cardDeclined = {
  issue: "CAPTURE_DECLINED",
  description: "The card was declined by the processor or bank. Use another one.",
};

export function factOfRefund(
  refund: PayPalRefund,
  asked: { amountMinor: number; currency: string } | null,
  debugId: string | null,
): RefundFact {
  const state = refundStates[refund.status];
  if (state === undefined || (refund.amount === undefined && asked === null))
    throw new GatewayUnknown(`PayPal's refund ${refund.id} is in an unknown state`);
  const { amount } = refund;
  const currency = amount?.currency_code ?? asked?.currency ?? "";
  return {
    state,
    providerRefundId: refund.id,
    amountMinor:
      amount === undefined ? (asked?.amountMinor ?? 0) : fromDecimal(amount.value, currency),
    currency,
    issues:
      state === "failed"
        ? [
            {
              issue: refund.status_details?.reason ?? `REFUND_${refund.status}`,
              description: "PayPal couldn't return the money.",
            },
          ]
        : [],
    debugId,
  };
}
