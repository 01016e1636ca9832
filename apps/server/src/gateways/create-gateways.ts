import type { PaymentEnv, PaymentProvider } from "@vetrina/contract/enumerations";
import type { Database } from "../platform/database/open-database.ts";
import type { SandboxUrls } from "./addresses.ts";
import { createMollieGateway } from "./mollie.ts";
import { createPayPalGateway } from "./paypal.ts";
import type { Gateway, GatewayAccount, Gateways } from "./provider.ts";
import { createStripeGateway } from "./stripe.ts";
import { createTestGateway } from "./test.ts";

/** The maximum number of cached gateways. Each keeps an access token or an SDK client. */
const maxOpen = 1000;

const remote = {
  PAYPAL: { name: "PayPal", create: createPayPalGateway },
  STRIPE: { name: "Stripe", create: createStripeGateway },
  MOLLIE: { name: "Mollie", create: createMollieGateway },
};

/** Creates each gateway on first use. `sandbox`: URLs that replace the providers' sandboxes, for TEST only. */
export function createGateways(
  database: Database,
  now: () => Date,
  sandbox: SandboxUrls = {},
): Gateways {
  const test = createTestGateway(database, now);
  /** The cached gateways by account id and version, the least recently used first. */
  const open = new Map<string, Gateway | null>();

  function find(
    provider: PaymentProvider,
    environment: PaymentEnv,
    account: GatewayAccount | null = null,
  ): Gateway | null {
    if (provider === "OTHER") return environment === "TEST" ? test : null;
    if (account === null || account.provider !== provider || account.environment !== environment)
      return null;
    const key = `${account.id}:${account.version}`;
    const known = open.get(key);
    const gateway = known ?? remote[provider].create(account, sandbox, now);
    open.delete(key);
    open.set(key, gateway);
    for (const oldest of open.keys()) {
      if (open.size <= maxOpen) break;
      open.delete(oldest);
    }
    return gateway;
  }

  return {
    find,
    sandbox,
    nameOf: (provider, environment) =>
      provider === "OTHER" ? (environment === "TEST" ? test.name : null) : remote[provider].name,
  };
}
