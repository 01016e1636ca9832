import type { ListPaymentProvidersOutput } from "@vetrina/client/types";

type PublicProvider = ListPaymentProvidersOutput["items"][number];

/**
 * Where the shopper approves: in a window of ours, in the provider's fields in the page, with its own buttons, or on its
 * own page.
 */
export type Approval = "window" | "fields" | "buttons" | "page";

/** A payment method as the page shows it. */
export type WayToPay = {
  /** Its name in payment calls: "other". */
  value: string;
  name: string;
  approval: Approval;
  clientId: string;
  /** Where its page script is loaded from instead of from the provider; null: from the provider. */
  scriptUrl: string | null;
  isTest: boolean;
};

const approvals: Record<PublicProvider["provider"], Approval> = {
  OTHER: "window",
  STRIPE: "fields",
  PAYPAL: "buttons",
  MOLLIE: "page",
};

/** All active providers of the store. */
export function waysToPay(providers: readonly PublicProvider[]): WayToPay[] {
  return providers.map(({ provider, name, environment, clientId, scriptUrl }) => ({
    value: provider.toLowerCase(),
    name,
    approval: approvals[provider],
    clientId,
    // A LIVE payment loads nothing but the provider's own script, whatever the answer says.
    scriptUrl: environment === "TEST" ? (scriptUrl ?? null) : null,
    isTest: environment === "TEST",
  }));
}

/** The selected payment method: the requested one if the store has it, else the first; null if there is none. */
export function chooseWay(ways: readonly WayToPay[], requested: string | null): WayToPay | null {
  return ways.find(({ value }) => value === requested?.toLowerCase()) ?? ways[0] ?? null;
}
