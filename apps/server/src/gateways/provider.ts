import type { PaymentEnv, PaymentProvider } from "@vetrina/contract/enumerations";
import type { PaymentIssue } from "@vetrina/contract/payments";

/**
 * A payment's state as the provider reports it. Only this changes a payment's state, never a timeout or an assumption.
 */
export type PaymentFact = {
  /**
   * `open`: waits for the shopper. `declined`: the same intent may be tried again. `failed`, `cancelled`: it has ended.
   */
  state: "open" | "completed" | "declined" | "failed" | "cancelled";
  /** Integer minor units the provider took, if completed. */
  capturedMinor: number | null;
  currency: string;
  issues: PaymentIssue[];
  debugId: string | null;
};

/** A refund's state as the provider reports it. */
export type RefundFact = {
  /** `pending`: the provider has accepted it and hasn't made it yet. `failed`: it has ended and nothing was returned. */
  state: "pending" | "completed" | "failed";
  providerRefundId: string | null;
  /** Integer minor units. */
  amountMinor: number;
  currency: string;
  issues: PaymentIssue[];
  debugId: string | null;
};

export type OpenedPayment = { providerId: string; clientSecret: string | null };

/**
 * One payment provider. Calls may throw GatewayUnknown for a timeout or a lost response, after which the provider may
 * or may not have acted; the caller asks `get` later. Repeating a call with the same key has one effect and one
 * response, also for a decline, so the next capture attempt needs another key. `create` throws GatewayRefused if the
 * provider rejected the payment and opened nothing.
 */
export type Gateway = {
  provider: PaymentProvider;
  environment: PaymentEnv;
  /** Shown to people, e.g. "Test payment". */
  name: string;
  create(input: {
    key: string;
    amountMinor: number;
    currency: string;
    orderId: string;
  }): Promise<OpenedPayment>;
  capture(input: { key: string; providerId: string }): Promise<PaymentFact>;
  get(providerId: string): Promise<PaymentFact>;
  /** Returns the state after the attempt: a payment that was completed meanwhile stays completed. */
  cancel(providerId: string): Promise<PaymentFact>;
  /** Returns a part of a captured payment. Throws GatewayRefused if the provider rejected it and returned nothing. */
  refund(input: {
    key: string;
    providerId: string;
    amountMinor: number;
    currency: string;
  }): Promise<RefundFact>;
  /** null: the provider has received no refund with this key. */
  getRefund(input: { key: string; providerId: string }): Promise<RefundFact | null>;
};

export type Gateways = { find(provider: PaymentProvider, environment: PaymentEnv): Gateway | null };

/** The provider would reject this payment again; its own message says why. */
export class GatewayRefused extends Error {
  override name = "GatewayRefused";
  readonly issue: PaymentIssue;

  constructor(issue: string, description: string) {
    super(`${issue}: ${description}`);
    this.issue = { issue, description };
  }
}

/** The provider's response was lost: its effect is unknown. */
export class GatewayUnknown extends Error {
  override name = "GatewayUnknown";
}
