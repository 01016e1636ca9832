import http from "node:http";
import https from "node:https";
import { afterEach, expect, test, vi } from "vitest";
import { type Standin, start } from "@vetrina/payment-standins/start";
import { accountOf, paymentOf } from "./account.fixture.ts";
import { createMollieGateway } from "./mollie.ts";
import { createPayPalGateway } from "./paypal.ts";
import type { Gateway } from "./provider.ts";
import { createStripeGateway } from "./stripe.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const now = () => new Date("2026-11-27T12:00:00Z");

const providers = [
  { provider: "paypal", official: "api-m.sandbox.paypal.com" },
  { provider: "stripe", official: "api.stripe.com" },
  { provider: "mollie", official: "api.mollie.com" },
] as const;
type Provider = (typeof providers)[number]["provider"];

/** `address`: a base URL that replaces the provider's own. */
const gateways: Record<Provider, (address: string | null) => Gateway | null> = {
  paypal: (PAYPAL) => createPayPalGateway(accountOf("PAYPAL"), { PAYPAL }, now),
  stripe: (STRIPE) => createStripeGateway(accountOf("STRIPE"), { STRIPE }, now),
  mollie: (MOLLIE) => createMollieGateway(accountOf("MOLLIE"), { MOLLIE }, now),
};

const approve: Record<Provider, (standin: Standin, id: string) => Promise<unknown>> = {
  paypal: ({ control }, id) => control.approveOrder(id),
  stripe: ({ origin }, id) =>
    fetch(`${origin}/v1/payment_intents/${id}/confirm`, {
      method: "POST",
      headers: { authorization: "Bearer sk_test_shop" },
      body: new URLSearchParams({
        payment_method: "pm_card_visa",
        return_url: "http://localhost/",
      }),
    }),
  mollie: ({ control }, id) => control.setPayment(id, "paid"),
};

/**
 * Calls the gateway for one payment, from `create` to `check`. Returns the requests that the stand-in received, with
 * each generated id replaced by "ID".
 */
async function requestsOf(provider: Provider, standin: Standin, address: string | null) {
  const gateway = gateways[provider](address);
  if (gateway === null) throw new Error("no gateway");
  const webhookUrl = "https://shop.example/api/v1/webhooks/mollie/token";
  const { providerId } = await gateway.create(paymentOf("a", { webhookUrl, since: now() }));
  await approve[provider](standin, providerId);
  const fact = await gateway.capture({ key: "a:1", since: now(), providerId });
  expect(fact.state).toBe("completed");
  await gateway.get(providerId);
  const amount = { amountMinor: 100, currency: "USD" };
  await gateway.refund({ key: "r", since: now(), providerId, ...amount });
  await gateway.getRefund({ key: "r", providerId });
  await gateway.getDisputes?.({ providerId, captureId: fact.captureId ?? null });
  const from = new Date(now().getTime() - 60_000);
  await gateway.report?.({ from, until: now(), add: () => Promise.resolve() });
  await gateway.cancel(providerId, { isCapturing: false });
  await gateway.check(["https://shop.example/hook"]);
  const sent = await standin.control.requests();
  return sent
    .filter(({ path }) => !path.endsWith("/confirm"))
    .map(({ method, path, query, headers, body, status }) =>
      JSON.stringify({ method, path, query, headers, body, status }).replaceAll(made, "ID"),
    );
}

/** Matches ids of a provider's objects, and the random idempotency keys of its SDK for calls that move no money. */
const made =
  /(?:stripe-node-retry-[\w-]+|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?:pi|ch|re|tr)_\w+|\b[A-Z0-9]{17}\b)/g;

/** Redirects calls from the provider's own URL to the stand-in. Returns the hosts that the calls named. */
function redirect({ origin }: Standin): Set<string> {
  const hosts = new Set<string>();
  const real = globalThis.fetch;
  vi.stubGlobal("fetch", async (input: string | URL | Request, init?: RequestInit) => {
    const request = new Request(input, init);
    const url = new URL(request.url);
    if (url.hostname === "127.0.0.1") return real(request);
    // A webhook that the stand-in itself sends.
    if (url.hostname === "shop.example") throw new Error("there is no such shop");
    hosts.add(url.origin);
    const body = request.method === "GET" ? null : await request.arrayBuffer();
    const { method, headers, redirect, signal } = request;
    const there = `${origin}${url.pathname}${url.search}`;
    return real(there, { method, headers, redirect, signal, body });
  });
  vi.spyOn(https, "request").mockImplementation(((options: https.RequestOptions) => {
    hosts.add(`https://${options.host}`);
    const { port } = new URL(origin);
    const { method, path, headers } = options;
    return http.request({ host: "127.0.0.1", port, method, path, headers: headers ?? {} });
  }) as typeof https.request);
  return hosts;
}

test.each(providers)(
  "requests to $provider's own sandbox and to a stand-in differ only in the base URL",
  async ({ provider, official }) => {
    const [here, there] = await Promise.all([start(provider), start(provider)]);
    try {
      const local = await requestsOf(provider, here, here.origin);
      const hosts = redirect(there);
      const real = await requestsOf(provider, there, null);
      expect([...hosts]).toEqual([`https://${official}`]);
      expect(local.length).toBeGreaterThan(5);
      expect(real).toEqual(local);
    } finally {
      await Promise.all([here.stop(), there.stop()]);
    }
  },
);
