import type { PaymentEnv, PaymentProvider } from "@vetrina/contract/enumerations";
import type { PaymentIssue } from "@vetrina/contract/payments";

/** What a provider says of one payment. Only this moves a payment on: never a time-out, never a guess. */
export type PaymentFact = {
  /** `open`: waits for the shopper. `declined`: the same intent may be tried again. `failed`, `cancelled`: it is over. */
  state: "open" | "completed" | "declined" | "failed" | "cancelled";
  /** Integer minor units the provider took, where completed. */
  capturedMinor: number | null;
  currency: string;
  issues: PaymentIssue[];
  debugId: string | null;
};

export type OpenedPayment = { providerId: string; clientSecret: string | null };

/**
 * One payment provider. Calls may throw GatewayUnknown: a time-out or a lost answer, after which the provider may or
 * may not have acted; whoever gets it asks `get` later. A repeated call with the same key has one effect and one answer:
 * a decline too, so the next try to capture has another key. `create` throws GatewayRefused where the provider said no,
 * so that nothing was opened.
 */
export type Gateway = {
  provider: PaymentProvider;
  environment: PaymentEnv;
  /** For people, e.g. "Test payment". */
  name: string;
  create(input: {
    key: string;
    amountMinor: number;
    currency: string;
    orderId: string;
  }): Promise<OpenedPayment>;
  capture(input: { key: string; providerId: string }): Promise<PaymentFact>;
  get(providerId: string): Promise<PaymentFact>;
  /** What it is after the attempt: a payment that was completed meanwhile stays completed. */
  cancel(providerId: string): Promise<PaymentFact>;
};

export type Gateways = { find(provider: PaymentProvider, environment: PaymentEnv): Gateway | null };

/** The provider would not open this payment, whoever asks again; its own words say why. */
export class GatewayRefused extends Error {
  override name = "GatewayRefused";
  readonly issue: PaymentIssue;

  constructor(issue: string, description: string) {
    super(`${issue}: ${description}`);
    this.issue = { issue, description };
  }
}

/** The provider's answer did not come: what it did is not known. */
export class GatewayUnknown extends Error {
  override name = "GatewayUnknown";
}
