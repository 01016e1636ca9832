import type { PaymentEnv, PaymentProvider } from "@vetrina/contract/enumerations";

/** Other addresses of the providers' sandboxes, such as those of local stand-ins, by provider. */
export type SandboxUrls = Readonly<Partial<Record<PaymentProvider, string | null>>>;

type Remote = Exclude<PaymentProvider, "OTHER">;

const official: Record<Remote, Record<PaymentEnv, string>> = {
  PAYPAL: { TEST: "https://api-m.sandbox.paypal.com", LIVE: "https://api-m.paypal.com" },
  // The key determines the mode.
  STRIPE: { TEST: "https://api.stripe.com", LIVE: "https://api.stripe.com" },
  MOLLIE: { TEST: "https://api.mollie.com", LIVE: "https://api.mollie.com" },
};

/** Where a provider is called. In LIVE that is always its own address, whatever the configuration says. */
export function apiAddress(provider: Remote, environment: PaymentEnv, sandbox: SandboxUrls): URL {
  const own = official[provider][environment];
  return new URL(environment === "LIVE" ? own : (sandbox[provider] ?? own));
}
