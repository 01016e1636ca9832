import type { IncomingHttpHeaders } from "node:http";
import type { Table, Transaction } from "./store.ts";
import { table } from "./store.ts";

export type ProviderName = "paypal" | "stripe" | "mollie";
export type Json = Record<string, unknown>;

export type ApiRequest = {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  raw: Buffer;
};

/** A response. `text` is sent unchanged, `body` as JSON. */
export type Answer = {
  status: number;
  body?: unknown;
  text?: string;
  headers?: Record<string, string>;
};

/** A request that is being handled. */
export type Call = {
  request: ApiRequest;
  params: Readonly<Record<string, string>>;
  /** The account that the credentials belong to; "" on routes that need no credentials. */
  account: string;
  /** The decoded body; {} if there is none. */
  body: Json;
  tx: Transaction;
  now: Date;
  origin: string;
  browser: BrowserSettings;
};

/** The features that the scripts in the browser offer. */
export type BrowserSettings = {
  id: string;
  cardFields: boolean;
  hostedFields: boolean;
  wallets: boolean;
};

export type Route = {
  method: string;
  /** Such as /v2/checkout/orders/{id}. */
  pattern: string;
  /** Handles a call synchronously, so that nothing happens between reading and committing. */
  handle(call: Call): Answer;
  /** Whether requests need no credentials, such as those for pages and scripts. */
  open?: true;
  /** For how many seconds a stored response is repeated for the same idempotency key. */
  keepAnswerSeconds?: number;
};

/** A webhook delivery that was sent or will be. */
export type Delivery = {
  id: string;
  account: string;
  /** The id of the webhook or endpoint at the provider; "" if the payment has its own URL. */
  endpoint: string;
  /** The event's type. */
  event: string;
  url: string;
  body: string;
  contentType: string;
  createdAt: string;
  status: "waiting" | "held" | "delivered" | "failed";
  attempts: { at: string; status: number | null }[];
  /** The headers of the last attempt. */
  headers: Record<string, string>;
};

export type ForgedDelivery = { url: string; headers: Record<string, string>; body: string };

export type Provider = {
  name: ProviderName;
  routes: readonly Route[];
  /** Routes below /_control that only this provider has. */
  controlRoutes: readonly Route[];
  /** Returns the account that the credentials belong to. If they are wrong, throws the provider's response. */
  authenticate(request: ApiRequest, tx: Transaction): string;
  decode(request: ApiRequest): Json;
  /**
   * The idempotency key, and a fingerprint of the request's data; null if the request has no key. If a key is used
   * again for a different request, the fingerprints differ.
   */
  idempotency(request: ApiRequest, body: Json): { key: string; fingerprint: string } | null;
  /** The response to a repeated key. null: the request is handled as a new one. */
  replay(stored: StoredAnswer, fingerprint: string): Answer | null;
  /** The response to a repeated key while the first request with it is still being handled. */
  inProgress(): Answer;
  /** An error in the provider's format, for faults, unknown paths and failures of the stand-in itself. */
  failure(status: number, message: string): Answer;
  /** The headers of a delivery, signed at this time. */
  sign(delivery: Delivery, tx: Transaction, at: Date, origin: string): Record<string, string>;
  forge(delivery: Delivery, how: string, tx: Transaction, origin: string): ForgedDelivery;
  openDispute(tx: Transaction, input: Json, origin: string): Json;
  closeDispute(tx: Transaction, id: string, outcome: "won" | "lost", origin: string): Json;
  settleRefund(tx: Transaction, id: string, status: "completed" | "failed", origin: string): Json;
  /** Runs a task that was postponed with `doLater`. */
  runTask(tx: Transaction, kind: string, subject: string, origin: string): void;
  makePayout(tx: Transaction, account: string, currency: string, origin: string): Json;
};

export type StoredAnswer = {
  id: string;
  fingerprint: string;
  at: string;
  status: number;
  body: unknown;
};

export const storedAnswers = table<StoredAnswer>("answers");
export const deliveries: Table<Delivery> = table<Delivery>("deliveries");
export const browserSettings = table<BrowserSettings>("browser");

/** An error with a response. Ends the handling of a request without committing anything. */
export class Refusal extends Error {
  override name = "Refusal";
  readonly answer: Answer;

  constructor(answer: Answer) {
    super(JSON.stringify(answer.body));
    this.answer = answer;
  }
}
