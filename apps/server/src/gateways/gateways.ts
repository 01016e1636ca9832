import type { Gateway, Gateways } from "./provider.ts";

/** Finds the gateway of a store's payment provider row. */
export function gatewaysOf(gateways: readonly Gateway[]): Gateways {
  return {
    find: (provider, environment) =>
      gateways.find((g) => g.provider === provider && g.environment === environment) ?? null,
  };
}
