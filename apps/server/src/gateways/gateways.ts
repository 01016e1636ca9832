import type { PaymentEnv, PaymentProvider } from "@vetrina/contract/enumerations";
import type { Gateway, Gateways } from "./provider.ts";

/** Returns the same gateways for every store, whatever its settings. */
export function gatewaysOf(gateways: readonly Gateway[]): Gateways {
  const find = (provider: PaymentProvider, environment: PaymentEnv) =>
    gateways.find((g) => g.provider === provider && g.environment === environment) ?? null;
  return {
    find,
    sandbox: {},
    nameOf: (provider, environment) => find(provider, environment)?.name ?? null,
  };
}
