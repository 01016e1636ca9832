import type { Context } from "../../platform/context.ts";
import { ApiFailure } from "../../platform/errors.ts";
import {
  type ExpressTerms,
  type Gateway,
  GatewayUnknown,
  type OpenedPayment,
} from "../../gateways/provider.ts";
import { gatewayFor } from "../payment-providers/account.ts";
import { webhookUrlOfPayment } from "../payment-providers/webhook-urls.ts";
import type { PaymentRow } from "./queries.ts";

export async function gatewayOf(
  ctx: Context,
  payment: Pick<PaymentRow, "provider" | "environment">,
): Promise<Gateway> {
  const gateway = await gatewayFor(ctx, payment.provider, payment.environment);
  if (gateway === null)
    throw new ApiFailure("PROVIDER_ERROR", "This payment method isn't available. Choose another.");
  return gateway;
}

/** The requests that wait for a provider's answer, by the payment and what is asked. */
const waiting = new Map<string, Promise<unknown>>();

/**
 * Asks a provider about a payment, with one request of a kind at a time: callers that ask the same while it hasn't
 * answered share its answer. `what`: the request, with all that its answer depends on.
 */
export function askAbout<T>(
  gateway: Gateway,
  { id }: Pick<PaymentRow, "id">,
  what: string,
  request: () => Promise<T>,
): Promise<T> {
  const key = `${id} ${what}`;
  return waiting.getOrInsertComputed(key, () =>
    withinTime(gateway, request()).finally(() => waiting.delete(key)),
  ) as Promise<T>;
}

/**
 * Opens the payment at its provider. The row's id is the idempotency key, so a repeated call returns the same payment.
 */
export function openAt(
  ctx: Context,
  gateway: Gateway,
  payment: PaymentRow,
  express?: ExpressTerms,
): Promise<OpenedPayment> {
  return askAbout(gateway, payment, "create", () =>
    gateway.create({
      key: payment.id,
      since: payment.created_at,
      amountMinor: payment.amount_minor,
      currency: payment.currency,
      orderId: payment.order_id,
      returnUrl: payment.return_url,
      webhookUrl: webhookUrlOfPayment(ctx.services, payment.id),
      express,
    }),
  );
}

const gatewayTimeoutMs = 20_000;

/**
 * Rejects after 20 s, so that a request or a sweep doesn't wait longer for a provider that doesn't respond.
 */
export async function withinTime<T>({ name }: Gateway, call: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new GatewayUnknown(`${name} did not respond in time`)),
    gatewayTimeoutMs,
  );
  try {
    return await Promise.race([call, promise]);
  } finally {
    clearTimeout(timer);
  }
}
