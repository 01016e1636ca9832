import { expect, test } from "vitest";
import { type Standin, start } from "@vetrina/payment-standins/start";
import { accountOf, paymentOf } from "./account.fixture.ts";
import { createMollieGateway } from "./mollie.ts";
import { createPayPalGateway } from "./paypal.ts";
import { type Gateway, GatewayRefused } from "./provider.ts";
import { createStripeGateway } from "./stripe.ts";

const [minute, hour, day] = [60_000, 60 * 60_000, 24 * 60 * 60_000];

type Paid = { gateway: Gateway; providerId: string };
type Call = (paid: Paid, since: Date) => Promise<unknown>;

const create: Call = ({ gateway }, since) => gateway.create(paymentOf("again", { since }));
const refund: Call = ({ gateway, providerId }, since) =>
  gateway.refund({ key: "refund", since, providerId, amountMinor: 100, currency: "USD" });
const capture: Call = ({ gateway, providerId }, since) =>
  gateway.capture({ key: "capture", since, providerId });

/** For each kind of call, a part of the path to which it sends its POST request. */
const calls = {
  paypal: { create: "/v2/checkout/orders", capture: "/capture", refund: "/refund" },
  stripe: { create: "/v1/payment_intents", refund: "/v1/refunds" },
  mollie: { create: "/v2/payments", refund: "/refunds" },
};

const now = () => new Date();
const open = {
  paypal: (origin: string) => createPayPalGateway(accountOf("PAYPAL"), { PAYPAL: origin }, now),
  stripe: (origin: string) => createStripeGateway(accountOf("STRIPE"), { STRIPE: origin }, now),
  mollie: (origin: string) => createMollieGateway(accountOf("MOLLIE"), { MOLLIE: origin }, now),
};

/** Creates a payment at a stand-in, and approves it as its shopper. */
async function approved(provider: keyof typeof calls, standin: Standin): Promise<Paid> {
  const gateway = open[provider](standin.origin);
  if (gateway === null) throw new Error("no gateway");
  const { providerId } = await gateway.create(paymentOf("first"));
  const { control, origin } = standin;
  if (provider === "paypal") await control.approveOrder(providerId);
  if (provider === "mollie") await control.setPayment(providerId, "paid");
  if (provider === "stripe")
    await fetch(`${origin}/v1/payment_intents/${providerId}/confirm`, {
      method: "POST",
      headers: { authorization: "Bearer sk_test_shop" },
      body: new URLSearchParams({
        payment_method: "pm_card_visa",
        return_url: "http://localhost/",
      }),
    });
  return { gateway, providerId };
}

/**
 * For each call: how long the provider remembers a key according to its documentation, and an age at which the gateway
 * still repeats the call.
 */
test.each([
  ["paypal", "create", create, 6 * hour, 5.5 * hour],
  ["paypal", "capture", capture, 6 * hour, 5.5 * hour],
  ["paypal", "refund", refund, 45 * day, 44 * day],
  ["stripe", "create", create, day, 22 * hour],
  ["stripe", "refund", refund, day, 22 * hour],
  ["mollie", "create", create, hour, 50 * minute],
  ["mollie", "refund", refund, hour, 50 * minute],
] as const)(
  "%s: %s is repeated while its key is known, and after that only its result is requested",
  async (provider, name, call, kept, young) => {
    const standin = await start(provider);
    try {
      const paid = await approved(provider, standin);
      if (name === "refund" && provider === "paypal") await capture(paid, new Date());
      const { control } = standin;
      const path = (calls[provider] as Record<string, string>)[name] ?? "";
      const posts = async () =>
        (await control.requests()).filter(
          ({ method, path: asked }) => method === "POST" && asked.endsWith(path),
        ).length;
      const before = await posts();
      const old = await call(paid, new Date(Date.now() - kept)).catch((error: unknown) => error);
      expect(await posts()).toBe(before);
      // The key has expired, so the gateway rejects the call, except that it requests the result of a capture.
      const outcome = old instanceof GatewayRefused ? "refused" : "asked";
      expect(outcome).toBe(name === "capture" ? "asked" : "refused");
      await call(paid, new Date(Date.now() - young));
      expect(await posts()).toBe(before + 1);
    } finally {
      await standin.stop();
    }
  },
);
