import { apiAddress, type SandboxUrls } from "./addresses.ts";
import { fromDecimal, stepOf, toPayPal } from "./amounts.ts";
import { keepsKeys, requireKept } from "./key-age.ts";
import { checkPayPal } from "./paypal-check.ts";
import {
  factOfOrder,
  factOfRefund,
  type PayPalOrder,
  readOrder,
  readProblem,
  readRefund,
  takenCapture,
} from "./paypal-answers.ts";
import { getDisputes } from "./paypal/disputes.ts";
import { amountOf, clientTokenOf, patchOf, walletOf } from "./paypal/express.ts";
import { reportOfPayPal } from "./paypal/report.ts";
import { createPayPalClient, PayPalKeysRefused } from "./paypal-client.ts";
import {
  type Gateway,
  type GatewayAccount,
  GatewayRefused,
  GatewayUnknown,
  type PaymentFact,
} from "./provider.ts";

/**
 * Creates the gateway for PayPal's Orders v2. An order is captured only by our call, once its buyer has approved it.
 * PayPal has no cancellation: an order that is never captured takes no money and expires. Returns null if the secret is
 * missing.
 */
export function createPayPalGateway(
  account: GatewayAccount,
  sandbox: SandboxUrls,
  now: () => Date,
): Gateway | null {
  const { environment, clientId, credentials } = account;
  const { clientSecret } = credentials;
  if (clientSecret === undefined) return null;
  const baseUrl = apiAddress("PAYPAL", environment, sandbox);
  const send = createPayPalClient({ baseUrl, clientId, clientSecret });

  async function read(providerId: string): Promise<{ order: PayPalOrder; debugId: string | null }> {
    const path = `/v2/checkout/orders/${encodeURIComponent(providerId)}`;
    const answer = await unlessRefused(send({ method: "GET", path }));
    return { order: readOrder(answer), debugId: answer.debugId };
  }

  async function get(providerId: string): Promise<PaymentFact> {
    const { order, debugId } = await read(providerId);
    return factOfOrder(order, debugId);
  }

  return {
    provider: "PAYPAL",
    environment,
    name: "PayPal",
    step: (currency) => stepOf(toPayPal, currency),

    async create({ key, since, amountMinor, currency, orderId, returnUrl, express }) {
      requireKept(since, keepsKeys.paypalOrder, now());
      const amount = amountOf({ amountMinor, currency }, express);
      const answer = await send({
        method: "POST",
        path: "/v2/checkout/orders",
        key,
        body: {
          intent: "CAPTURE",
          purchase_units: [{ reference_id: orderId, custom_id: orderId, amount }],
          application_context: {
            user_action: "PAY_NOW",
            ...(express === undefined ? {} : { shipping_preference: "GET_FROM_FILE" }),
            ...(returnUrl === null ? {} : { return_url: returnUrl, cancel_url: returnUrl }),
          },
        },
      });
      if (answer.status >= 400) throw refusal(answer);
      const order = readOrder(answer);
      const [unit] = order.purchase_units;
      if (
        unit?.amount.currency_code !== currency ||
        fromDecimal(unit.amount.value, currency) !== amountMinor
      )
        throw new GatewayUnknown("PayPal opened the payment with a different amount");
      const link = order.links.find(({ rel }) => rel === "approve" || rel === "payer-action");
      return { providerId: order.id, clientSecret: null, redirectUrl: link?.href ?? null };
    },

    async capture({ key, since, providerId }) {
      if (now().getTime() - since.getTime() >= keepsKeys.paypalOrder) return get(providerId);
      const answer = await unlessRefused(
        send({
          method: "POST",
          path: `/v2/checkout/orders/${encodeURIComponent(providerId)}/capture`,
          key,
          body: {},
        }),
      );
      if (answer.status < 300) return factOfOrder(readOrder(answer), answer.debugId);
      if (answer.status !== 400 && answer.status !== 422)
        throw new GatewayUnknown(`PayPal answered the capture with status ${answer.status}`);
      const { issues, debugId } = readProblem(answer);
      if (issues.some(({ issue }) => issue === "ORDER_ALREADY_CAPTURED")) return get(providerId);
      return {
        state: stateOfProblem(issues),
        capturedMinor: null,
        currency: "",
        issues,
        debugId,
      };
    },

    get,

    async cancel(providerId, { isCapturing }) {
      const path = `/v2/checkout/orders/${encodeURIComponent(providerId)}`;
      const answer = await unlessRefused(send({ method: "GET", path }));
      // PayPal forgets orders that were not approved in time.
      if (answer.status === 404 && !isCapturing) return cancelled(answer.debugId);
      const fact = factOfOrder(readOrder(answer), answer.debugId);
      return fact.state === "open" && !isCapturing ? cancelled(answer.debugId) : fact;
    },

    async refund({ key, since, providerId, amountMinor, currency }) {
      requireKept(since, keepsKeys.paypalRefund, now());
      const value = toPayPal(amountMinor, currency);
      const { order } = await read(providerId);
      const capture = takenCapture(order);
      if (capture === undefined)
        throw new GatewayRefused(
          "CAPTURE_NOT_FOUND",
          "PayPal has no capture for this payment, so it can't be refunded.",
        );
      const answer = await send({
        method: "POST",
        path: `/v2/payments/captures/${encodeURIComponent(capture.id)}/refund`,
        key,
        body: { amount: { value, currency_code: currency }, custom_id: key },
      });
      // A request with the same key is still running, or had a different body.
      if (answer.status === 409) throw new GatewayUnknown("PayPal is processing this refund");
      if (answer.status >= 400) throw refusal(answer);
      return factOfRefund(readRefund(answer), { amountMinor, currency }, answer.debugId);
    },

    async getRefund({ key, providerId }) {
      const { order, debugId } = await read(providerId);
      const refunds = order.purchase_units.flatMap(({ payments }) => payments?.refunds ?? []);
      const found = refunds.find((refund) => refund.custom_id === key);
      return found === undefined ? null : factOfRefund(found, null, debugId);
    },

    async getDisputes({ providerId, captureId }) {
      const id = captureId ?? takenCapture((await read(providerId)).order)?.id;
      return id === undefined ? [] : unlessRefused(getDisputes(send, id));
    },

    express: {
      async change({ providerId, orderId, terms, ...amounts }) {
        const path = `/v2/checkout/orders/${encodeURIComponent(providerId)}`;
        const answer = await send({
          method: "PATCH",
          path,
          body: patchOf(orderId, amounts, terms),
        });
        if (answer.status >= 400) throw refusal(answer);
      },

      async readWallet(providerId) {
        const path = `/v2/checkout/orders/${encodeURIComponent(providerId)}`;
        return walletOf(await unlessRefused(send({ method: "GET", path })));
      },
    },

    createClientToken: async () =>
      clientTokenOf(
        await unlessRefused(
          send({ method: "POST", path: "/v1/identity/generate-token", body: {} }),
        ),
      ),

    report: (request) => unlessRefused(reportOfPayPal(send, request)),

    check: (webhookUrls) => checkPayPal(send, credentials["webhookId"], webhookUrls),
  };
}

/**
 * Throws GatewayUnknown if PayPal rejects the keys. This call then had no effect, but an earlier one may have taken the
 * money, so the payment's state is unknown.
 */
async function unlessRefused<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof PayPalKeysRefused)) throw error;
    throw new GatewayUnknown("PayPal doesn't accept the store's keys");
  }
}

function refusal(answer: Parameters<typeof readProblem>[0]): GatewayRefused {
  const { issues, debugId } = readProblem(answer);
  const [{ issue, description }] = issues as [(typeof issues)[number]];
  return new GatewayRefused(issue, description, debugId);
}

/** Issues that the shopper must resolve at PayPal. */
const open = new Set(["ORDER_NOT_APPROVED", "PAYER_ACTION_REQUIRED"]);

function stateOfProblem(issues: readonly { issue: string }[]): PaymentFact["state"] {
  if (issues.some(({ issue }) => issue === "INSTRUMENT_DECLINED")) return "declined";
  return issues.some(({ issue }) => open.has(issue)) ? "open" : "failed";
}

function cancelled(debugId: string | null): PaymentFact {
  return { state: "cancelled", capturedMinor: null, currency: "", issues: [], debugId };
}
