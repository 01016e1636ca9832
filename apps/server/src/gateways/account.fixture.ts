import type { GatewayAccount, NewPayment } from "./provider.ts";

/** A store's TEST settings for a provider, which the provider's stand-in accepts. */
export function accountOf(
  provider: GatewayAccount["provider"],
  over: Partial<GatewayAccount> = {},
): GatewayAccount {
  const credentials: Record<GatewayAccount["provider"], Record<string, string>> = {
    PAYPAL: { clientSecret: "EL1t-secret" },
    STRIPE: { secretKey: "sk_test_shop" },
    MOLLIE: { apiKey: "test_shop000000000000000000000000000000" },
    OTHER: {},
  };
  const base = { id: `${provider}-account`, version: 1, clientId: "shop-one" };
  return { ...base, provider, environment: "TEST", credentials: credentials[provider], ...over };
}

export function paymentOf(key: string, over: Partial<NewPayment> = {}): NewPayment {
  return {
    key,
    since: new Date(),
    amountMinor: 1999,
    currency: "USD",
    orderId: "order-1",
    returnUrl: "http://localhost:3000/checkout",
    webhookUrl: "http://localhost:3000/api/v1/webhooks/mollie/token",
    ...over,
  };
}

const longAgo = 46 * 24 * 60 * 60_000;

/** A time so long ago that every provider has forgotten the idempotency keys used then. */
export function forgotten(): Date {
  return new Date(Date.now() - longAgo);
}
