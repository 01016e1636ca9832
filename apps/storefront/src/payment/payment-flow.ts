import { isApiError } from "@vetrina/client/api-error";
import type { Client, CreatePaymentIntentOutput } from "@vetrina/client/types";
import type { PaymentResult } from "@vetrina/contract/orders/payments";
import { couldNotInitiate, errorText } from "./payment-messages.ts";
import {
  couldNotProcess,
  failedUncharged,
  failureText,
  intentErrorText,
  isDeclined,
  isNotApproved,
} from "./provider-messages.ts";
import { pollDelays, settleWithinMs } from "./poll.ts";

/** A provider's name in calls ("other") and for people ("Test payment"). */
export type Provider = { value: string; name: string };

/** The result of a payment so far. */
export type PaymentOutcome =
  | { kind: "paid" }
  /** The payment has no final status after a minute. */
  | { kind: "pending" }
  /** The shopper closed the provider's window, or came back from its page without paying. */
  | { kind: "closed" }
  /** The order has expired or was canceled, so a new one must be placed. */
  | { kind: "expired" }
  | { kind: "failed"; text: string };

/** The payment that the shopper is asked to approve. */
export type ToApprove = {
  orderId: string;
  intent: CreatePaymentIntentOutput;
  /** The last attempt, if its card or other instrument was declined; null the first time. */
  declined: PaymentResult | null;
};

/** The shopper's action at the provider. `failed` has the reason, in most cases the provider's own text. */
export type Approval = { kind: "approved" } | { kind: "closed" } | { kind: "failed"; text: string };

/** Lets the shopper approve a payment at its provider. */
export type Approve = (payment: ToApprove) => Promise<Approval>;

export type PaymentDeps = {
  payments: Pick<Client["payments"], "createPaymentIntent" | "processPayment" | "getPaymentStatus">;
  provider: Provider;
  /** The order's currency, ISO 4217. */
  currency: string;
  approve: Approve;
  onPhase: (phase: "opening" | "processing" | "waiting") => void;
  wait: (ms: number) => Promise<void>;
};

/** The dependencies needed to finish an approved payment. */
type Finishing = Omit<PaymentDeps, "approve" | "currency">;

/**
 * Pays an existing order: creates the intent, lets the shopper approve it, processes the payment and polls until the
 * result is known. If the card or other instrument is declined, the shopper is asked again. `isResumed`: the order was
 * placed before and may already be paid.
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
  for (let declined: PaymentResult | null = null; ;) {
    deps.onPhase("opening");
    const intent = await openIntent(deps, orderId);
    if ("kind" in intent) return intent;
    const approval = await deps.approve({ orderId, intent, declined });
    if (approval.kind === "closed") return approval;
    if (approval.kind === "failed") return { kind: "failed", text: failedUncharged(approval.text) };
    const result = await settle(deps, orderId, intent.id);
    if ("kind" in result) return result;
    if (!result.retryable || !isDeclined(result)) return outcomeOf(result);
    declined = result;
  }
}

/**
 * Finishes a payment that was approved earlier, before the page was reloaded or the shopper came back from another
 * page.
 */
export async function finishOrder(
  deps: Finishing,
  orderId: string,
  intentId: string,
): Promise<PaymentOutcome> {
  const result = await settle(deps, orderId, intentId);
  return "kind" in result ? result : outcomeOf(result);
}

function outcomeOf(result: PaymentResult): PaymentOutcome {
  if (result.status !== "FAILED") return { kind: "paid" };
  if (!result.retryable) return { kind: "expired" };
  if (isNotApproved(result)) return { kind: "closed" };
  return { kind: "failed", text: failedUncharged(failureText(result)) };
}

/** The outcome of an order placed earlier; null if it still awaits payment, or if its status can't be read. */
async function standingOf(deps: PaymentDeps, orderId: string): Promise<PaymentOutcome | null> {
  const result = await ask(deps, orderId);
  if (result === null || result.retryable) return null;
  if (result.status === "FAILED") return { kind: "expired" };
  if (result.status !== "PENDING") return { kind: "paid" };
  deps.onPhase("waiting");
  const settled = await pollUntilAnswered(deps, orderId, () => Promise.resolve(null));
  if (settled === null) return { kind: "pending" };
  return settled.status === "FAILED" ? null : { kind: "paid" };
}

async function openIntent(
  { payments, provider, currency }: PaymentDeps,
  orderId: string,
): Promise<CreatePaymentIntentOutput | PaymentOutcome> {
  const metadata = { orderId, provider: provider.value, currency: currency.toLowerCase() };
  try {
    const intent = await payments.createPaymentIntent({
      id: orderId,
      body: { provider: provider.value, metadata },
    });
    if (intent.id) return intent;
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

/**
 * Processes the approved payment. Polls the status if the result is pending, the response is lost or the server fails.
 */
async function settle(
  deps: Finishing,
  orderId: string,
  intentId: string,
): Promise<PaymentResult | PaymentOutcome> {
  deps.onPhase("processing");
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
  return (await pollUntilAnswered(deps, orderId, process)) ?? { kind: "pending" };
}

/**
 * Polls for up to a minute, with backoff. Returns null if there is no result by then. Calls `again` if processing has
 * not started: our request was lost, and repeating it is safe, because a payment intent is charged only once.
 */
async function pollUntilAnswered(
  deps: Finishing,
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

/** Reads the payment's status. Returns null if the call fails, which says nothing about the payment. */
async function ask(
  { payments }: Pick<PaymentDeps, "payments">,
  orderId: string,
): Promise<PaymentResult | null> {
  try {
    return await payments.getPaymentStatus({ id: orderId });
  } catch {
    return null;
  }
}
