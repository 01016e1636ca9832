import type { ListPaymentProvidersOutput } from "@vetrina/client/types";

type PublicProvider = ListPaymentProvidersOutput["items"][number];

/**
 * Where the shopper approves a payment: in our own window, in the provider's fields on our page, with the provider's
 * own buttons, or on the provider's own page.
 */
export type Approval = "window" | "fields" | "buttons" | "page";

/** A payment method as the page shows it. */
export type WayToPay = {
  /** The name used in payment calls, such as "other". */
  value: string;
  name: string;
  approval: Approval;
  clientId: string;
  /** The URL of a script to load in place of the provider's own; null to load the provider's. */
  scriptUrl: string | null;
  isTest: boolean;
};

const approvals: Record<PublicProvider["provider"], Approval> = {
  OTHER: "window",
  STRIPE: "fields",
  PAYPAL: "buttons",
  MOLLIE: "page",
};

/** Returns one payment method for each provider, in the same order. */
export function waysToPay(providers: readonly PublicProvider[]): WayToPay[] {
  return providers.map(({ provider, name, environment, clientId, scriptUrl }) => ({
    value: provider.toLowerCase(),
    name,
    approval: approvals[provider],
    clientId,
    // In LIVE mode, only the provider's own script is loaded, whatever the response says.
    scriptUrl: environment === "TEST" ? (scriptUrl ?? null) : null,
    isTest: environment === "TEST",
  }));
}

/** The selected payment method: the requested one if the store has it, else the first; null if there is none. */
export function chooseWay(ways: readonly WayToPay[], requested: string | null): WayToPay | null {
  return ways.find(({ value }) => value === requested?.toLowerCase()) ?? ways[0] ?? null;
}
