import { setTimeout as delay } from "node:timers/promises";
import { isApiError } from "@vetrina/client/api-error";
import { createClient } from "@vetrina/client/create-client";
import type { Shop } from "../../running-shop.ts";
import { waitLimit } from "../../wait-limit.ts";
import type { MoneyShop } from "./money-shop.ts";

export type Buyer = ReturnType<typeof purchaseWith>;

/** Failed calls, counted by status and code. Several buyers can share the counts. */
export type Refusals = Map<string, number>;

/** A purchase with the shop's provider. Each step has its own Idempotency-Key, so it can be sent again. */
export function purchaseWith(shop: MoneyShop, name: string, quantity = 1) {
  const { driver, standin, item } = shop;
  const { provider } = driver;
  let order: { id: string; orderKey: string } | null = null;
  let intent: string | null = null;
  /** The number of the current payment attempt. Each attempt has its own idempotency keys. */
  let windows = 1;
  const approved = new Set<string>();
  const key = (step: string) => ({ idempotencyKey: `${name}-${step}` });
  const id = () => order?.id ?? "";
  const clientAt = ({ url: baseUrl }: Shop) =>
    createClient({
      baseUrl,
      async transport(request) {
        const answer = await fetch(request, { signal: AbortSignal.timeout(waitLimit) });
        // Recorded here, because the client repeats calls for which the server was too busy, and its caller never sees
        // those responses.
        if (answer.status >= 500) shop.failures.push(`${answer.status} ${request.url}`);
        return answer;
      },
      headers: order === null ? {} : { "x-order-key": order.orderKey },
    });
  const payments = (at: Shop) => clientAt(at).payments;

  async function place(at: Shop): Promise<void> {
    const { storeId, variantId } = item;
    const body = { items: [{ variantId, quantity }], email: `${name}@example.com` };
    order = await clientAt(at).orders.createOrder({ storeId, body }, key("order"));
  }

  async function open(at: Shop): Promise<void> {
    const opened = await payments(at).createPaymentIntent(
      { id: id(), body: { provider } },
      key(`intent-${windows}`),
    );
    intent = opened.id;
  }

  /** Approves the payment as in the provider's window, but never twice. */
  async function approve(): Promise<void> {
    if (intent === null || approved.has(intent)) return;
    await driver.approve(standin, intent);
    approved.add(intent);
  }

  async function pay(at: Shop): Promise<string> {
    const body = { provider, paymentIntentId: intent ?? "" };
    return (await payments(at).processPayment({ id: id(), body }, key(`pay-${windows}`))).status;
  }

  async function status(at: Shop): Promise<string> {
    return (await payments(at).getPaymentStatus({ id: id() })).status;
  }

  /** Sends the request of the next step. Returns true once the order is paid. */
  async function next(at: Shop): Promise<boolean> {
    if (order === null) await place(at);
    else if (intent === null) await open(at);
    else if (!approved.has(intent)) await approve();
    else {
      const result = await pay(at);
      if (result === "COMPLETED") return true;
      // The provider was never called or the payment failed, so the next step opens a new window.
      if (result === "FAILED") [intent, windows] = [null, windows + 1];
      else await delay(200);
    }
    return false;
  }

  return {
    orderId: id,
    intent: () => intent,
    place,
    open,
    approve,
    pay,
    status,
    /** Places the order and approves its payment, but doesn't process the payment. */
    async prepare(at: Shop): Promise<void> {
      await place(at);
      await open(at);
      await approve();
    },
    /**
     * Continues after each interruption until the order is paid, as a shopper does by reloading the page. `at` chooses
     * the process for each request; that process may be down.
     */
    async finish(
      at: () => Shop,
      refusals: Refusals = new Map(),
      longestMs = waitLimit,
    ): Promise<void> {
      for (const until = Date.now() + longestMs; ;) {
        if (Date.now() > until) throw new Error(`${name} could not pay`);
        try {
          if (await next(at())) return;
        } catch (error) {
          count(refusals, error);
          if (isApiError(error, "ORDER_ALREADY_PAID")) return;
          await delay(100);
        }
      }
    },
  };
}

/** Counts a rejected call. A lost connection has no status. */
export function count(refusals: Refusals, error: unknown): void {
  const name = isApiError(error) ? `${error.statusCode} ${error.code}` : "no answer";
  refusals.set(name, (refusals.get(name) ?? 0) + 1);
}

/**
 * Returns the server errors that no injected fault explains: all but 502 (the provider failed) and 503 (no database, or
 * too many requests).
 */
export function crashesOf({ failures }: Pick<MoneyShop, "failures">): string[] {
  return failures.filter((failure) => !failure.startsWith("502") && !failure.startsWith("503"));
}
