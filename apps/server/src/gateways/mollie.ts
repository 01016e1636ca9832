import type { ClientCore } from "mollie-api-typescript/core.js";
import type { PaymentResponse, RefundResponse } from "mollie-api-typescript/models";
import { apiAddress, type SandboxUrls } from "./addresses.ts";
import { fromDecimal, stepOf, toMollie } from "./amounts.ts";
import { keepsKeys, requireKept } from "./key-age.ts";
import { chargebackFactOf } from "./mollie/chargebacks.ts";
import { mayReadBalances, reportOfMollie } from "./mollie/report.ts";
import { decided, known, statusOf, unknown } from "./mollie-errors.ts";
import { onFirstUse } from "./on-first-use.ts";
import {
  type Gateway,
  type GatewayAccount,
  GatewayRefused,
  type PaymentFact,
  type RefundFact,
  GatewayUnknown,
} from "./provider.ts";

const timeoutMs = 15_000;
const maxRefunds = 250;

/**
 * Creates the gateway for Mollie. Mollie takes the money when the shopper pays on its page; `capture` only requests the
 * result. A failed payment can't be tried again, so the next attempt is a new payment. Returns null if the API key is
 * missing.
 */
export function createMollieGateway(
  account: GatewayAccount,
  sandbox: SandboxUrls,
  now: () => Date,
): Gateway | null {
  const { environment, clientId, credentials } = account;
  const { apiKey, accessToken } = credentials;
  if (apiKey === undefined) return null;
  const address = apiAddress("MOLLIE", environment, sandbox);
  const isTest = environment === "TEST";
  const sdk = onFirstUse(() => open(apiKey, address));
  const office = onFirstUse(() =>
    accessToken === undefined
      ? Promise.resolve(null)
      : openClient({ advancedAccessToken: accessToken }, address),
  );

  async function read(paymentId: string): Promise<PaymentResponse> {
    const { client, paymentsGet } = await sdk();
    return known(paymentsGet(client, { paymentId }));
  }

  const get = async (providerId: string) => factOf(await read(providerId));

  return {
    provider: "MOLLIE",
    environment,
    name: "Mollie",
    step: (currency) => stepOf(toMollie, currency),

    async create({ key, since, amountMinor, currency, orderId, returnUrl, webhookUrl }) {
      requireKept(since, keepsKeys.mollie, now());
      if (returnUrl === null)
        throw new GatewayRefused("NO_RETURN_URL", "Mollie isn't available here. Pay another way.");
      const { client, paymentsCreate } = await sdk();
      const payment = await decided(
        paymentsCreate(client, {
          idempotencyKey: key,
          paymentRequest: {
            description: `Order ${orderId}`,
            amount: { currency, value: toMollie(amountMinor, currency) },
            redirectUrl: returnUrl,
            ...(isReachable(webhookUrl, address) ? { webhookUrl } : {}),
            metadata: { orderId, provider: "mollie", currency: currency.toLowerCase() },
          },
        }),
      );
      if (
        payment.amount.currency !== currency ||
        fromDecimal(payment.amount.value, currency) !== amountMinor
      )
        throw new GatewayUnknown("Mollie opened the payment with a different amount");
      return {
        providerId: payment.id,
        clientSecret: null,
        redirectUrl: payment.links.checkout?.href ?? null,
      };
    },

    capture: ({ providerId }) => get(providerId),
    get,

    async cancel(providerId) {
      const payment = await read(providerId);
      if (payment.status !== "open" || payment.isCancelable !== true) return factOf(payment);
      const { client, paymentsCancel } = await sdk();
      try {
        return factOf(await known(paymentsCancel(client, { paymentId: providerId })));
      } catch {
        // The payment may have been completed or canceled in the meantime.
        return get(providerId);
      }
    },

    async refund({ key, since, providerId, amountMinor, currency }) {
      requireKept(since, keepsKeys.mollie, now());
      const { client, refundsCreate } = await sdk();
      const refund = await decided(
        refundsCreate(client, {
          paymentId: providerId,
          idempotencyKey: key,
          refundRequest: {
            description: "Refund",
            amount: { currency, value: toMollie(amountMinor, currency) },
            metadata: { refundId: key },
          },
        }),
      );
      return refundFactOf(refund);
    },

    async getRefund({ key, providerId }) {
      const { client, refundsList } = await sdk();
      const page = await listRefunds(
        refundsList(client, { paymentId: providerId, limit: maxRefunds }),
      );
      const found = page.find(({ metadata }) => refundIdOf(metadata) === key);
      return found === undefined ? null : refundFactOf(found);
    },

    async getDisputes({ providerId }) {
      const { client, chargebacksList } = await sdk();
      const page = await known(
        chargebacksList(client, { paymentId: providerId, limit: maxRefunds }),
      );
      return page.result.embedded.chargebacks.map(chargebackFactOf);
    },

    async report(request) {
      return reportOfMollie((await sdk()).client, await office(), isTest, request);
    },

    async check() {
      const { client, profilesGetCurrent } = await sdk();
      const result = await profilesGetCurrent(client);
      if (!result.ok) {
        const status = statusOf(result.error);
        if (status === 401 || status === 403)
          return { problems: [wrongKey], webhook: "NOT_NEEDED" };
        throw unknown(result.error);
      }
      const { id } = result.value;
      const isOther = clientId !== "test" && clientId !== id;
      const books = await office();
      const isToken = books === null || (await mayReadBalances(books, isTest));
      const problems = [...(isOther ? [otherProfile(id)] : []), ...(isToken ? [] : [wrongToken])];
      return { problems, webhook: "NOT_NEEDED" };
    },
  };
}

type Listed = {
  ok: boolean;
  value?: { result: { embedded: { refunds: RefundLike[] } } };
  error?: unknown;
};

async function listRefunds(call: PromiseLike<Listed>): Promise<RefundLike[]> {
  const page = await call;
  if (page.value === undefined) throw unknown(page.error);
  return page.value.result.embedded.refunds;
}

/** Imports the SDK on first use, because it is large and most processes never need it. */
async function open(apiKey: string, address: URL) {
  const [
    client,
    { paymentsCreate },
    { paymentsGet },
    { paymentsCancel },
    { refundsCreate },
    { refundsList },
    { chargebacksList },
    { profilesGetCurrent },
  ] = await Promise.all([
    openClient({ apiKey }, address),
    import("mollie-api-typescript/funcs/paymentsCreate.js"),
    import("mollie-api-typescript/funcs/paymentsGet.js"),
    import("mollie-api-typescript/funcs/paymentsCancel.js"),
    import("mollie-api-typescript/funcs/refundsCreate.js"),
    import("mollie-api-typescript/funcs/refundsList.js"),
    import("mollie-api-typescript/funcs/chargebacksList.js"),
    import("mollie-api-typescript/funcs/profilesGetCurrent.js"),
  ]);
  return {
    client,
    paymentsCreate,
    paymentsGet,
    paymentsCancel,
    refundsCreate,
    refundsList,
    chargebacksList,
    profilesGetCurrent,
  };
}

async function openClient(
  security: { apiKey: string } | { advancedAccessToken: string },
  address: URL,
): Promise<ClientCore> {
  const { ClientCore: Client } = await import("mollie-api-typescript/core.js");
  return new Client({
    security,
    serverURL: address.origin,
    timeoutMs,
    // No automatic retries: after a lost response, the result is unknown until a job asks Mollie about the payment.
    retryConfig: { strategy: "none" },
  });
}

/**
 * Whether Mollie can reach the webhook URL. Mollie rejects payments with an unreachable URL, such as one at localhost.
 * A local stand-in can reach every URL.
 */
function isReachable(webhookUrl: string | null, address: URL): webhookUrl is string {
  if (webhookUrl === null) return false;
  const { protocol, hostname } = new URL(webhookUrl);
  const isLocal = hostname === "localhost" || hostname.endsWith(".localhost");
  return address.hostname !== "api.mollie.com" || (protocol === "https:" && !isLocal);
}

const states: Record<string, PaymentFact["state"]> = {
  open: "open",
  pending: "pending",
  authorized: "pending",
  paid: "completed",
  canceled: "cancelled",
  expired: "cancelled",
  failed: "failed",
};

function factOf(payment: PaymentResponse): PaymentFact {
  const state = states[payment.status];
  if (state === undefined)
    throw new GatewayUnknown(`Mollie returned the unknown payment status ${payment.status}`);
  const { currency, value } = payment.amountCaptured ?? payment.amount;
  return {
    state,
    capturedMinor: state === "completed" ? fromDecimal(value, currency) : null,
    currency,
    issues:
      state === "failed"
        ? [
            {
              issue: (payment.statusReason?.code ?? "payment_failed").toUpperCase(),
              description:
                payment.statusReason?.message ??
                "The payment failed. Try again or pay another way.",
            },
          ]
        : [],
    debugId: state === "failed" ? payment.id : null,
  };
}

type RefundLike = Pick<RefundResponse, "id" | "status" | "amount" | "metadata">;

const refundStates: Record<string, RefundFact["state"]> = {
  queued: "pending",
  pending: "pending",
  processing: "pending",
  refunded: "completed",
  failed: "failed",
  canceled: "failed",
};

function refundFactOf({ id, status, amount }: RefundLike): RefundFact {
  const state = refundStates[status];
  if (state === undefined)
    throw new GatewayUnknown(`Mollie returned the unknown refund status ${status}`);
  return {
    state,
    providerRefundId: id,
    amountMinor: fromDecimal(amount.value, amount.currency),
    currency: amount.currency,
    issues:
      state === "failed"
        ? [
            {
              issue: `REFUND_${status.toUpperCase()}`,
              description: "Mollie couldn't return the money.",
            },
          ]
        : [],
    debugId: null,
  };
}

function refundIdOf(metadata: unknown): unknown {
  return typeof metadata === "object" && metadata !== null && "refundId" in metadata
    ? metadata.refundId
    : undefined;
}

const wrongKey = {
  field: "credentials.apiKey",
  message: "Mollie doesn't accept this API key. Copy it again from Developers > API keys.",
};

const wrongToken = {
  field: "credentials.accessToken",
  message:
    "Mollie doesn't let this access token read balances. Create one under Developers > Organization access tokens, with the permission balances.read.",
};

function otherProfile(id: string) {
  return {
    field: "clientId",
    message: `This API key belongs to profile ${id}. Enter that profile's id, or the API key of the profile you entered.`,
  };
}
