import type { PaymentEnv, PaymentProvider } from "@vetrina/contract/enumerations";
import type { PaymentIssue } from "@vetrina/contract/orders/payments";
import type { PaymentWebhookState } from "@vetrina/contract/orders/payment-providers";
import type { Queryable } from "../platform/database/sql.ts";
import type { SandboxUrls } from "./addresses.ts";

/** A store's settings at a provider. */
export type GatewayAccount = {
  /** The id of the settings' row. Together with `version`, it identifies a cached gateway. */
  id: string;
  version: number;
  provider: PaymentProvider;
  environment: PaymentEnv;
  /**
   * The public id for the provider's page script: PayPal's client id, Stripe's publishable key, or Mollie's profile id.
   */
  clientId: string;
  /** The secrets by name (credentialNames). Never in logs, errors or responses. */
  credentials: Readonly<Record<string, string>>;
};

/**
 * What the provider reports about a payment. Only such a report changes the payment's state, never a timeout or an
 * assumption.
 */
export type PaymentFact = {
  /**
   * `open`: waits for the shopper. `pending`: approved, and the provider hasn't decided yet. `declined`: the same
   * intent may be tried again. `failed`, `cancelled`: the payment can't be tried again.
   */
  state: "open" | "pending" | "completed" | "declined" | "failed" | "cancelled";
  /** The amount that the provider took, in integer minor units; null unless the payment is completed. */
  capturedMinor: number | null;
  currency: string;
  issues: PaymentIssue[];
  debugId: string | null;
  /** The provider's id of the capture, if it differs from the payment's. */
  captureId?: string | null;
};

/** A refund's state as the provider reports it. */
export type RefundFact = {
  /**
   * `pending`: the provider has accepted the refund but hasn't made it yet. `failed`: no money was returned, and none
   * will be.
   */
  state: "pending" | "completed" | "failed";
  providerRefundId: string | null;
  /** Integer minor units. */
  amountMinor: number;
  currency: string;
  issues: PaymentIssue[];
  debugId: string | null;
};

/** A dispute of a payment, as the provider reports it. */
export type DisputeFact = {
  providerDisputeId: string;
  /** `won`, `lost`: by the store. A dispute that the buyer withdrew counts as won. */
  state: "open" | "won" | "lost";
  /**
   * Whether the open dispute is only an inquiry by the buyer's bank: no money has been taken, and the payment can be
   * refunded.
   */
  isInquiry: boolean;
  /** Integer minor units that the buyer wants back, or got back. */
  amountMinor: number;
  currency: string;
  /** In the provider's own words. */
  reason: string | null;
  /** The store's deadline to respond; null if it can't or doesn't have to respond. */
  respondBy: Date | null;
  openedAt: Date;
};

/**
 * Why a movement changed the store's balance at a provider. `fee`: a fee that the provider lists as a separate
 * movement.
 */
export type MovementKind =
  | "capture"
  | "refund"
  | "refund_reversal"
  | "dispute"
  | "dispute_reversal"
  | "fee"
  | "payout"
  | "payout_reversal"
  | "other"
  | "unreadable";

/** A movement of money as stated in the provider's report. */
export type Movement = {
  kind: MovementKind;
  /** Unique among the account's movements of the same kind. */
  id: string;
  /** The provider's id of the refund, dispute, payout or capture; for other movements, the movement's own id. */
  objectId: string;
  /** The provider's ids of the payment or capture that the movement belongs to, at most four. */
  paymentIds: string[];
  /** The id that we gave the provider: the order's id for a payment, our own id for a refund. */
  reference: string | null;
  /** Our minor units, never negative. May have a fraction, as the other amounts may, if the provider's unit is smaller. */
  amountMinor: number;
  currency: string;
  /** In the balance's currency; null: the provider doesn't say. */
  feeMinor: number | null;
  /** The net change in the balance, in the balance's currency; null: the provider doesn't say. */
  netMinor: number | null;
  balanceCurrency: string | null;
  /** The payout that included this movement. */
  payoutId: string | null;
  at: Date;
};

/** An amount that a provider returned and that isn't one of the currency. */
export class UnreadableAmount extends Error {
  override name = "UnreadableAmount";
}

export type ReportRequest = {
  from: Date;
  until: Date;
  /** Called with each page of movements. The same movement may be passed again with more details. */
  add: (movements: readonly Movement[]) => Promise<void>;
};

export type OpenedPayment = {
  providerId: string;
  clientSecret: string | null;
  /** The URL of the provider's own page where the shopper approves the payment, if there is one. */
  redirectUrl?: string | null;
};

export type NewPayment = {
  key: string;
  /** When the key was first used. Providers forget keys after a while; the key must not be used again after that. */
  since: Date;
  amountMinor: number;
  currency: string;
  orderId: string;
  /** Where the provider sends the shopper after its own page, and where it sends this payment's events. */
  returnUrl: string | null;
  webhookUrl: string | null;
  /** Only for an express payment, where the buyer chooses an address at the provider. */
  express?: ExpressTerms | undefined;
};

/** The parts of an express payment's amount, in integer minor units. */
export type ExpressTerms = {
  subtotalMinor: number;
  discountMinor: number;
  shippingMinor: number;
  taxMinor: number;
  /** The shipping methods for the chosen address; empty until an address is chosen. */
  methods: readonly { id: string; name: string; priceMinor: number; isChosen: boolean }[];
};

/** The buyer's choices in the provider's wallet. */
export type Wallet = {
  /** `ended`: the payment was completed or canceled. */
  state: "open" | "approved" | "ended";
  amountMinor: number;
  currency: string;
  /** The id of the chosen method, one of ExpressTerms.methods; null: none was chosen. */
  methodId: string | null;
  email: string | null;
  /** Unchecked, as returned by the wallet: parts may be missing or too long. */
  address: Readonly<Record<string, string | undefined>> | null;
};

export type NewRefund = {
  key: string;
  since: Date;
  providerId: string;
  amountMinor: number;
  currency: string;
};

/** The result of testing a store's settings at a provider. */
export type GatewayCheck = {
  /** Invalid settings, each with instructions for fixing it. Empty if payments can be made with this provider. */
  problems: { field: string; message: string }[];
  webhook: PaymentWebhookState;
};

/**
 * One payment provider. Calls throw GatewayUnknown for a timeout or a lost response; the provider may have acted, so
 * call `get` later. A repeated call with the same key acts once and returns the same response, even a decline: a new
 * capture attempt needs a new key. `create` throws GatewayRefused if the provider rejected the payment.
 */
export type Gateway = {
  provider: PaymentProvider;
  environment: PaymentEnv;
  /** Shown to people, e.g. "Test payment". */
  name: string;
  /** The smallest amount of a currency, in our minor units. The provider takes and refunds only multiples of it. */
  step(currency: string): number;
  create(input: NewPayment): Promise<OpenedPayment>;
  /** `statements`: the caller's share of connections, in which the test provider captures. Absent: outside of shares. */
  capture(input: {
    key: string;
    since: Date;
    providerId: string;
    statements?: Queryable;
  }): Promise<PaymentFact>;
  get(providerId: string): Promise<PaymentFact>;
  /**
   * Returns the state after the attempt; a payment that was completed in the meantime stays completed. `isCapturing`: a
   * requested capture has no known result yet. A provider without cancellation then can't say that the payment is
   * canceled, because the capture may still succeed.
   */
  cancel(providerId: string, after: { isCapturing: boolean }): Promise<PaymentFact>;
  /** Refunds a part of a captured payment. Throws GatewayRefused if the provider rejected it and returned no money. */
  refund(input: NewRefund): Promise<RefundFact>;
  /** null: the provider has received no refund with this key. */
  getRefund(input: { key: string; providerId: string }): Promise<RefundFact | null>;
  /** All disputes of a captured payment. Absent: the provider has no disputes. */
  getDisputes?(input: { providerId: string; captureId: string | null }): Promise<DisputeFact[]>;
  /**
   * Reads the movements of money between two times. Returns the time up to which the report is complete, because it may
   * lag. Absent: the provider has no report. Throws GatewayUnknown, and GatewayRefused if the keys may not read it.
   */
  report?(request: ReportRequest): Promise<Date>;
  /** Absent: the provider's wallet doesn't return an address. */
  express?: {
    /** Changes an open payment's amount and its parts. Throws GatewayRefused. */
    change(
      input: Pick<NewPayment, "orderId" | "amountMinor" | "currency"> & {
        providerId: string;
        terms: ExpressTerms;
      },
    ): Promise<void>;
    readWallet(providerId: string): Promise<Wallet>;
  };
  /**
   * Creates a token that a page needs to show the provider's hosted fields. Absent: the provider has no hosted fields.
   */
  createClientToken?(): Promise<string>;
  /**
   * Asks the provider whether the settings work and whether its events are sent to one of these addresses. Throws
   * GatewayUnknown if the provider doesn't respond.
   */
  check(webhookUrls: readonly string[]): Promise<GatewayCheck>;
};

export type Gateways = {
  /** The gateway for a store's settings; null if there is none. */
  find(
    provider: PaymentProvider,
    environment: PaymentEnv,
    account?: GatewayAccount | null,
  ): Gateway | null;
  /** The provider's name shown to people; null: it has no gateway in this mode. */
  nameOf(provider: PaymentProvider, environment: PaymentEnv): string | null;
  /** URLs that replace the providers' sandboxes, for TEST only. */
  sandbox: SandboxUrls;
};

/**
 * The provider rejected the request, or the gateway didn't send it. Repeating the request would not help. The message
 * is the provider's or ours.
 */
export class GatewayRefused extends Error {
  override name = "GatewayRefused";
  readonly issue: PaymentIssue;
  /** The provider's reference, for its support. */
  readonly debugId: string | null;

  constructor(issue: string, description: string, debugId: string | null = null) {
    super(`${issue}: ${description}`);
    this.issue = { issue, description };
    this.debugId = debugId;
  }
}

/** The provider sent no usable response, so the effect of the call is unknown. */
export class GatewayUnknown extends Error {
  override name = "GatewayUnknown";
}
