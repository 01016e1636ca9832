import { expect, onTestFinished, test } from "vitest";
import { paypalClient } from "./paypal/paypal-client.fixture.ts";
import { registerWebhook } from "./register-webhook.ts";
import { start } from "./start.ts";
import { stripeClient } from "./stripe/stripe-client.fixture.ts";

test.each(["paypal", "stripe"] as const)(
  "%s registers each address once, and the oldest are removed beyond the limit",
  async (provider) => {
    const standin = await start(provider);
    onTestFinished(() => standin.stop());
    const registrant = { clientId: "shop-one", secret: "sk_test_shop" };
    const proofs: string[] = [];
    for (const n of [1, 2, 3, 4, 5, 5, 6, 7])
      proofs.push(
        await registerWebhook(provider, standin.origin, registrant, `http://localhost:${n}/hook`),
      );
    expect(new Set(proofs).size).toBe(proofs.length);
    const urls =
      provider === "paypal" ? await paypalUrls(standin.origin) : await stripeUrls(standin.origin);
    expect(urls.toSorted()).toEqual([3, 4, 5, 6, 7].map((n) => `http://localhost:${n}/hook`));
  },
);

async function paypalUrls(origin: string): Promise<string[]> {
  const call = await paypalClient(origin);
  const { body } = await call("GET", "/v1/notifications/webhooks");
  return (body["webhooks"] as { url: string }[]).map(({ url }) => url);
}

async function stripeUrls(origin: string): Promise<string[]> {
  const { data } = await stripeClient(origin, "sk_test_shop").webhookEndpoints.list({ limit: 100 });
  return data.map(({ url }) => url);
}
