import type { PaymentEnv, PaymentProvider } from "@vetrina/contract/enumerations";

/** For each provider, a URL that replaces the one of its sandbox, such as that of a local stand-in. */
export type SandboxUrls = Readonly<Partial<Record<PaymentProvider, string | null>>>;

type Remote = Exclude<PaymentProvider, "OTHER">;

const official: Record<Remote, Record<PaymentEnv, string>> = {
  PAYPAL: { TEST: "https://api-m.sandbox.paypal.com", LIVE: "https://api-m.paypal.com" },
  // Stripe has one address; the secret key decides the mode.
  STRIPE: { TEST: "https://api.stripe.com", LIVE: "https://api.stripe.com" },
  MOLLIE: { TEST: "https://api.mollie.com", LIVE: "https://api.mollie.com" },
};

/** The base URL of a provider's API. In LIVE it is always the official one, whatever the configuration says. */
export function apiAddress(provider: Remote, environment: PaymentEnv, sandbox: SandboxUrls): URL {
  const own = official[provider][environment];
  return new URL(environment === "LIVE" ? own : (sandbox[provider] ?? own));
}
