import type Stripe from "stripe";
import { apiAddress, type SandboxUrls } from "./addresses.ts";
import { fromStripe, stepOf, toStripe } from "./amounts.ts";
import { keepsKeys, requireKept } from "./key-age.ts";
import { onFirstUse } from "./on-first-use.ts";
import { disputeFactOf } from "./stripe/disputes.ts";
import { reportOfStripe } from "./stripe/report.ts";
import {
  type Gateway,
  type GatewayAccount,
  type GatewayCheck,
  GatewayRefused,
  GatewayUnknown,
  type PaymentFact,
  type RefundFact,
} from "./provider.ts";

const timeoutMs = 15_000;
const maxRefunds = 1000;

/**
 * Creates the gateway for Stripe's PaymentIntents. Stripe takes the money when the page confirms the intent; `capture`
 * only requests the result. Returns null if the secret key is missing.
 */
export function createStripeGateway(
  account: GatewayAccount,
  sandbox: SandboxUrls,
  now: () => Date,
): Gateway | null {
  const { environment, credentials } = account;
  const { secretKey, signingSecret } = credentials;
  if (secretKey === undefined) return null;
  const client = onFirstUse(() => open(secretKey, apiAddress("STRIPE", environment, sandbox)));

  async function get(providerId: string): Promise<PaymentFact> {
    const stripe = await client();
    return factOf(await known(stripe.paymentIntents.retrieve(providerId)));
  }

  return {
    provider: "STRIPE",
    environment,
    name: "Stripe",
    step: (currency) => stepOf(toStripe, currency),

    async create({ key, since, amountMinor, currency, orderId }) {
      requireKept(since, keepsKeys.stripe, now());
      const amount = toStripe(amountMinor, currency);
      const code = currency.toLowerCase();
      const stripe = await client();
      const intent = await decided(
        stripe.paymentIntents.create(
          {
            amount,
            currency: code,
            automatic_payment_methods: { enabled: true },
            metadata: { orderId, provider: "stripe", currency: code },
          },
          { idempotencyKey: key },
        ),
      );
      if (intent.amount !== amount || intent.currency !== code)
        throw new GatewayUnknown("Stripe opened the payment with a different amount");
      return { providerId: intent.id, clientSecret: intent.client_secret };
    },

    capture: ({ providerId }) => get(providerId),
    get,

    async cancel(providerId) {
      const stripe = await client();
      try {
        return factOf(await stripe.paymentIntents.cancel(providerId));
      } catch (error) {
        // The payment is already completed or canceled, or is still being decided.
        if (problemOf(error)?.code === "payment_intent_unexpected_state") return get(providerId);
        throw unknown(error);
      }
    },

    async refund({ key, since, providerId, amountMinor, currency }) {
      requireKept(since, keepsKeys.stripe, now());
      const amount = toStripe(amountMinor, currency);
      const stripe = await client();
      const refund = await decided(
        stripe.refunds.create(
          { payment_intent: providerId, amount, metadata: { refundId: key } },
          { idempotencyKey: key },
        ),
      );
      return refundFactOf(refund);
    },

    async getRefund({ key, providerId }) {
      const stripe = await client();
      const refunds = stripe.refunds.list({ payment_intent: providerId, limit: 100 });
      const all = await known(refunds.autoPagingToArray({ limit: maxRefunds }));
      const found = all.find(({ metadata }) => metadata?.["refundId"] === key);
      return found === undefined ? null : refundFactOf(found);
    },

    async getDisputes({ providerId }) {
      const stripe = await client();
      const { data } = await known(
        stripe.disputes.list({ payment_intent: providerId, limit: 100 }),
      );
      return data.map(disputeFactOf);
    },

    async report(request) {
      try {
        return await reportOfStripe(await client(), request);
      } catch (error) {
        if (problemOf(error) === null) throw error;
        if (problemOf(error)?.statusCode === 403) throw reportNotAllowed();
        throw unknown(error);
      }
    },

    async check(webhookUrls) {
      return check(await client(), signingSecret, webhookUrls);
    },
  };
}

/** Imports the SDK on first use, because it is large and most processes never need it. */
async function open(secretKey: string, address: URL): Promise<Stripe> {
  const { default: StripeClient } = await import("stripe");
  return new StripeClient(secretKey, {
    host: address.hostname,
    port: address.port === "" ? (address.protocol === "http:" ? 80 : 443) : address.port,
    protocol: address.protocol === "http:" ? "http" : "https",
    timeout: timeoutMs,
    // No automatic retries: after a lost response, the result is unknown until a job asks Stripe about the payment.
    maxNetworkRetries: 0,
    telemetry: false,
  });
}

const states = {
  succeeded: "completed",
  processing: "pending",
  requires_capture: "pending",
  // The shopper must still complete 3-D Secure or another step on the bank's page.
  requires_action: "open",
  requires_confirmation: "open",
  requires_payment_method: "open",
  canceled: "cancelled",
} as const satisfies Record<string, PaymentFact["state"]>;

function factOf(intent: Stripe.PaymentIntent): PaymentFact {
  const state = (states as Record<string, PaymentFact["state"] | undefined>)[intent.status];
  if (state === undefined)
    throw new GatewayUnknown(`Stripe returned the unknown payment status ${intent.status}`);
  const charge = intent.latest_charge;
  const fact = {
    state,
    capturedMinor: null,
    currency: intent.currency.toUpperCase(),
    issues: [],
    debugId: null,
    captureId: typeof charge === "string" ? charge : (charge?.id ?? null),
  };
  if (state === "completed")
    return { ...fact, capturedMinor: fromStripe(intent.amount_received, intent.currency) };
  const failure = intent.last_payment_error;
  if (intent.status !== "requires_payment_method" || failure == null) return fact;
  return {
    ...fact,
    state: "declined",
    issues: [
      {
        issue: "INSTRUMENT_DECLINED",
        description: failure.message ?? "The card was declined. Use another one.",
      },
    ],
    debugId: failure.charge ?? intent.id,
  };
}

function refundFactOf(refund: Stripe.Refund): RefundFact {
  const ended: Record<string, RefundFact["state"]> = {
    succeeded: "completed",
    failed: "failed",
    canceled: "failed",
  };
  const state = ended[refund.status ?? ""] ?? "pending";
  return {
    state,
    providerRefundId: refund.id,
    amountMinor: fromStripe(refund.amount, refund.currency),
    currency: refund.currency.toUpperCase(),
    issues:
      state === "failed"
        ? [
            {
              issue: (refund.failure_reason ?? "refund_failed").toUpperCase(),
              description: "Stripe couldn't return the money.",
            },
          ]
        : [],
    debugId: null,
  };
}

/** The webhook must include one of these events, or payments would be missed. */
const needed = new Set(["*", "payment_intent.succeeded"]);

async function check(
  stripe: Stripe,
  signingSecret: string | undefined,
  webhookUrls: readonly string[],
): Promise<GatewayCheck> {
  try {
    await stripe.paymentIntents.list({ limit: 1 });
  } catch (error) {
    const status = problemOf(error)?.statusCode;
    if (status === 401) return { problems: [wrongKey], webhook: "UNKNOWN" };
    if (status === 403) return { problems: [weakKey], webhook: "UNKNOWN" };
    throw unknown(error);
  }
  // Without the signing secret, events can't be verified.
  if (signingSecret === undefined) return { problems: [], webhook: "MISSING" };
  try {
    const { data } = await stripe.webhookEndpoints.list({ limit: 100 });
    const isOurs = data.some(
      ({ url, status, enabled_events: events }) =>
        status === "enabled" &&
        webhookUrls.includes(url) &&
        events.some((name) => needed.has(name)),
    );
    return { problems: [], webhook: isOurs ? "REGISTERED" : "MISSING" };
  } catch (error) {
    // A restricted key may lack the permission to read webhook endpoints.
    if (problemOf(error)?.statusCode === 403) return { problems: [], webhook: "UNKNOWN" };
    throw unknown(error);
  }
}

const wrongKey = {
  field: "credentials.secretKey",
  message: "Stripe doesn't accept this secret key. Copy it again from Developers > API keys.",
};

const weakKey = {
  field: "credentials.secretKey",
  message:
    "This restricted key may not use payments. Allow it to write PaymentIntents and Refunds, or enter the secret key.",
};

function reportNotAllowed(): GatewayRefused {
  return new GatewayRefused(
    "REPORT_NOT_ALLOWED",
    "Stripe doesn't let this restricted key read the report. Allow it to read balance transactions, payouts, charges, refunds and disputes.",
  );
}

type Problem = { statusCode: number | undefined; code: string | undefined; error: Error };

/** Recognizes the SDK's errors by their fields. Returns null for any other error. */
function problemOf(error: unknown): Problem | null {
  if (!(error instanceof Error) || !("type" in error)) return null;
  const { statusCode, code } = error as { statusCode?: unknown; code?: unknown };
  return {
    statusCode: typeof statusCode === "number" ? statusCode : undefined,
    code: typeof code === "string" ? code : undefined,
    error,
  };
}

/** Returns the result of a read. Throws GatewayUnknown for any error, because the payment's state is then unknown. */
async function known<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    throw unknown(error);
  }
}

/**
 * Returns the result of a write. Throws GatewayRefused if Stripe rejected it for good, and GatewayUnknown if the result
 * is unknown.
 */
async function decided<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    throw refusal(error) ?? unknown(error);
  }
}

function refusal(error: unknown): GatewayRefused | null {
  const problem = problemOf(error);
  if (problem === null) return null;
  const { statusCode = 0, code } = problem;
  const { rawType, requestId } = problem.error as { rawType?: unknown; requestId?: unknown };
  // The outcome of the call is unknown. 409: the key is in use, or was used for a different body.
  if (statusCode < 400 || statusCode >= 500 || statusCode === 409 || statusCode === 429)
    return null;
  if (rawType === "idempotency_error") return null;
  const debugId = typeof requestId === "string" ? requestId : null;
  if (statusCode === 401 || statusCode === 403)
    return new GatewayRefused(
      "AUTHENTICATION_FAILURE",
      "The store's connection to Stripe isn't working. Try again later.",
      debugId,
    );
  return new GatewayRefused((code ?? "refused").toUpperCase(), problem.error.message, debugId);
}

/** Returns an error whose message includes only parts that can't contain a key or personal data. */
function unknown(error: unknown): GatewayUnknown {
  if (error instanceof GatewayUnknown) return error;
  const problem = problemOf(error);
  const reason = problem?.statusCode ?? (error instanceof Error ? error.name : "error");
  return new GatewayUnknown(
    `Stripe returned no usable response (${reason}, ${problem?.code ?? "no code"})`,
  );
}
