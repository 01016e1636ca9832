import { isApiError } from "@vetrina/client/api-error";
import type { Client } from "@vetrina/client/types";
import type { PaymentResult } from "@vetrina/contract/payments";
import {
  couldNotInitiate,
  couldNotProcess,
  errorText,
  failureText,
  intentErrorText,
  isDeclined,
} from "./payment-messages.ts";
import { pollDelays, settleWithinMs } from "./poll.ts";

/** How a provider is called in calls ("other") and by people ("Test payment"). */
export type Provider = { value: string; name: string };

/** How the payment of an order ended, for now. */
export type PaymentOutcome =
  | { kind: "paid" }
  /** The provider has not said within a minute. */
  | { kind: "pending" }
  /** The shopper closed the provider's window. */
  | { kind: "closed" }
  /** The order's time is over, or it was cancelled: it has to be placed anew. */
  | { kind: "expired" }
  | { kind: "failed"; text: string };

export type PaymentDeps = {
  payments: Pick<Client["payments"], "createPaymentIntent" | "processPayment" | "getPaymentStatus">;
  provider: Provider;
  /** Shows the provider's own window; what it says stands in it, a declined card for instance. */
  openWindow: (intentId: string, message: string | null) => Promise<"approved" | "closed">;
  onPhase: (phase: "opening" | "processing" | "waiting") => void;
  wait: (ms: number) => Promise<void>;
};

/**
 * Pays an order that stands: intent, the provider's window, process, and asking until the provider has said. A declined
 * instrument opens the window again. `known` is what is known of an order placed before; it may be paid already.
 */
export async function payOrder(
  deps: PaymentDeps,
  orderId: string,
  isResumed: boolean,
): Promise<PaymentOutcome> {
  if (isResumed) {
    const standing = await standingOf(deps, orderId);
    if (standing) return standing;
  }
  for (let message: string | null = null; ;) {
    deps.onPhase("opening");
    const intent = await openIntent(deps, orderId);
    if ("kind" in intent) return intent;
    if ((await deps.openWindow(intent.id, message)) === "closed") return { kind: "closed" };
    deps.onPhase("processing");
    const result = await settle(deps, orderId, intent.id);
    if ("kind" in result) return result;
    if (result.status !== "FAILED") return { kind: "paid" };
    if (!result.retryable) return { kind: "expired" };
    if (!isDeclined(result)) return { kind: "failed", text: couldNotProcess(failureText(result)) };
    message = failureText(result);
  }
}

/** What became of an order placed earlier; null: it waits to be paid. */
async function standingOf(deps: PaymentDeps, orderId: string): Promise<PaymentOutcome | null> {
  const result = await ask(deps, orderId);
  if (result === null || result.retryable) return null;
  if (result.status === "FAILED") return { kind: "expired" };
  if (result.status !== "PENDING") return { kind: "paid" };
  deps.onPhase("waiting");
  const settled = await askUntilSaid(deps, orderId, () => Promise.resolve(null));
  if (settled === null) return { kind: "pending" };
  return settled.status === "FAILED" ? null : { kind: "paid" };
}

async function openIntent(
  { payments, provider }: PaymentDeps,
  orderId: string,
): Promise<{ id: string } | PaymentOutcome> {
  const metadata = { orderId, provider: provider.value };
  try {
    const intent = await payments.createPaymentIntent({
      id: orderId,
      body: { provider: provider.value, metadata },
    });
    if (intent.id) return { id: intent.id };
    return {
      kind: "failed",
      text: couldNotInitiate(provider.name, intentErrorText(intent)),
    };
  } catch (error) {
    if (isApiError(error, "ORDER_ALREADY_PAID")) return { kind: "paid" };
    if (isApiError(error, "ORDER_EXPIRED")) return { kind: "expired" };
    return { kind: "failed", text: couldNotInitiate(provider.name, errorText(error)) };
  }
}

/** Processes the approved payment. A lost answer is no failure: the status is asked until it is known. */
async function settle(
  deps: PaymentDeps,
  orderId: string,
  intentId: string,
): Promise<PaymentResult | PaymentOutcome> {
  const process = () =>
    deps.payments.processPayment({
      id: orderId,
      body: { provider: deps.provider.value, paymentIntentId: intentId },
    });
  try {
    const result = await process();
    if (result.status !== "PENDING") return result;
  } catch (error) {
    if (isApiError(error, "ORDER_ALREADY_PAID")) return { kind: "paid" };
    if (isApiError(error, "ORDER_EXPIRED")) return { kind: "expired" };
    if (isApiError(error) && error.statusCode < 500)
      return { kind: "failed", text: couldNotProcess(errorText(error)) };
  }
  deps.onPhase("waiting");
  return (await askUntilSaid(deps, orderId, process)) ?? { kind: "pending" };
}

/**
 * Asks with growing pauses for a minute; null: nothing was said. An order that is not even being paid never got our
 * request: it is sent again, which the server knows by the intent.
 */
async function askUntilSaid(
  deps: PaymentDeps,
  orderId: string,
  again: () => Promise<PaymentResult | null>,
): Promise<PaymentResult | null> {
  for (const delay of pollDelays(settleWithinMs)) {
    await deps.wait(delay);
    let result = await ask(deps, orderId);
    if (result?.status === "PENDING" && result.retryable) result = await again().catch(() => null);
    if (result !== null && result.status !== "PENDING") return result;
  }
  return null;
}

/** null: no answer, which says nothing about the payment. */
async function ask({ payments }: PaymentDeps, orderId: string): Promise<PaymentResult | null> {
  try {
    return await payments.getPaymentStatus({ id: orderId });
  } catch {
    return null;
  }
}
