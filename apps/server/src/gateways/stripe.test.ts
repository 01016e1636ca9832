import { describe, expect, test } from "vitest";
import { contractErrors } from "@vetrina/payment-standins/contracts/provider-contracts.fixture";
import { start } from "@vetrina/payment-standins/start";
import { decodeForm } from "@vetrina/payment-standins/stripe/form";
import { accountOf, forgotten, paymentOf } from "./account.fixture.ts";
import { type Gateway, GatewayRefused, GatewayUnknown } from "./provider.ts";
import { type Answers, recordedProvider } from "./recorded.fixture.ts";
import { createStripeGateway } from "./stripe.ts";

const since = new Date();
const file = "stripe/derived.2026-10-28.endive.schemas.json";

/** Converts a form's values, which are text, back to the whole numbers and booleans that we sent. */
function typed(value: unknown): unknown {
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, typed(each)]));
  if (value === "true") return true;
  return typeof value === "string" && /^\d+$/.test(value) ? Number(value) : value;
}

/** An intent as Stripe returns it, with the fields that we read. */
function intentOf(over: Record<string, unknown> = {}) {
  const json = {
    id: "pi_1",
    object: "payment_intent",
    amount: 1999,
    amount_received: 0,
    currency: "usd",
    status: "requires_payment_method",
    client_secret: "pi_1_secret_2",
    latest_charge: null,
    last_payment_error: null,
    ...over,
  };
  return { json, headers: { "request-id": "req_1" } };
}

function errorOf(status: number, error: Record<string, unknown>) {
  return { status, json: { error }, headers: { "request-id": "req_1" } };
}

const refundOf = (over: Record<string, unknown> = {}) => ({
  id: "re_1",
  object: "refund",
  amount: 500,
  currency: "usd",
  status: "succeeded",
  metadata: { refundId: "r" },
  ...over,
});

async function open(answers: Answers, credentials: Record<string, string> = {}) {
  const server = await recordedProvider(answers);
  const account = accountOf("STRIPE", {
    credentials: { secretKey: "sk_test_shop", ...credentials },
  });
  const gateway = createStripeGateway(account, { STRIPE: server.url }, () => new Date());
  if (gateway === null) throw new Error("no gateway");
  return Object.assign(server, { gateway });
}

const get = "GET /v1/payment_intents/pi_1";

describe("a Stripe payment", () => {
  test("is opened with our own key, the amount in Stripe's units and the order's metadata", async () => {
    await using stripe = await open({ "POST /v1/payment_intents": intentOf() });
    expect(await stripe.gateway.create(paymentOf("key-1"))).toEqual({
      providerId: "pi_1",
      clientSecret: "pi_1_secret_2",
    });
    const [request] = stripe.requests;
    expect(request?.headers).toMatchObject({
      "idempotency-key": "key-1",
      authorization: "Bearer sk_test_shop",
    });
    expect(Object.fromEntries(new URLSearchParams(request?.body))).toEqual({
      amount: "1999",
      currency: "usd",
      "automatic_payment_methods[enabled]": "true",
      "metadata[orderId]": "order-1",
      "metadata[provider]": "stripe",
      "metadata[currency]": "usd",
    });
  });

  test.each([
    [
      { status: "succeeded", amount_received: 1999, latest_charge: "ch_1" },
      { state: "completed", capturedMinor: 1999, captureId: "ch_1" },
    ],
    [
      { status: "succeeded", amount_received: 1000 },
      { state: "completed", capturedMinor: 1000 },
    ],
    [{ status: "processing" }, { state: "pending", capturedMinor: null }],
    [{ status: "requires_action" }, { state: "open", issues: [] }],
    [{ status: "requires_payment_method" }, { state: "open", issues: [] }],
    [{ status: "canceled" }, { state: "cancelled" }],
    [
      {
        last_payment_error: {
          code: "card_declined",
          message: "Your card was declined.",
          charge: "ch_2",
        },
      },
      {
        state: "declined",
        issues: [{ issue: "INSTRUMENT_DECLINED", description: "Your card was declined." }],
        debugId: "ch_2",
      },
    ],
  ])("%o becomes %o", async (answer, fact) => {
    await using stripe = await open({ [get]: intentOf(answer) });
    expect(await stripe.gateway.get("pi_1")).toMatchObject({ currency: "USD", ...fact });
    // The page confirms the payment; the gateway only requests the result.
    await stripe.gateway.capture({ key: "a:1", since, providerId: "pi_1" });
    expect(stripe.requests.map(({ method }) => method)).toEqual(["GET", "GET"]);
  });

  test("is canceled at Stripe, and one that was paid in the meantime stays paid", async () => {
    await using stripe = await open({
      "POST /v1/payment_intents/pi_1/cancel": intentOf({ status: "canceled" }),
      [get]: intentOf({ status: "succeeded", amount_received: 1999 }),
    });
    const cancel = () => stripe.gateway.cancel("pi_1", { isCapturing: true });
    expect(await cancel()).toMatchObject({ state: "cancelled" });
    stripe.answers["POST /v1/payment_intents/pi_1/cancel"] = errorOf(400, {
      type: "invalid_request_error",
      code: "payment_intent_unexpected_state",
    });
    expect(await cancel()).toMatchObject({ state: "completed" });
  });

  test.each([
    ["no answer", null],
    ["status 500", errorOf(500, { type: "api_error" })],
    ["status 429", errorOf(429, { type: "invalid_request_error", code: "rate_limit" })],
    ["a key that is in use", errorOf(409, { type: "idempotency_error" })],
    ["a key that was used for a different call", errorOf(400, { type: "idempotency_error" })],
  ])("is unknown after %s, and never sent with another key", async (_, answer) => {
    await using stripe = await open({ "POST /v1/payment_intents": answer, [get]: answer });
    await expect(stripe.gateway.create(paymentOf("a"))).rejects.toThrow(GatewayUnknown);
    await expect(stripe.gateway.get("pi_1")).rejects.toThrow(GatewayUnknown);
    const sent = stripe.requests.filter(({ method }) => method === "POST");
    expect(new Set(sent.map(({ headers }) => headers["idempotency-key"]))).toEqual(new Set(["a"]));
  });

  test("that Stripe rejects is rejected with Stripe's reason and reference", async () => {
    await using stripe = await open({
      "POST /v1/payment_intents": errorOf(400, {
        type: "invalid_request_error",
        code: "amount_too_small",
        message: "Amount must be at least $0.50 usd",
      }),
    });
    const error: unknown = await stripe.gateway.create(paymentOf("a")).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(GatewayRefused);
    expect(error).toMatchObject({
      issue: { issue: "AMOUNT_TOO_SMALL", description: "Amount must be at least $0.50 usd" },
      debugId: "req_1",
    });
  });

  test("with a different amount or an old key is rejected", async () => {
    await using stripe = await open({ "POST /v1/payment_intents": intentOf({ amount: 1 }) });
    await expect(stripe.gateway.create(paymentOf("a"))).rejects.toThrow(GatewayUnknown);
    const old = paymentOf("b", { since: forgotten() });
    await expect(stripe.gateway.create(old)).rejects.toThrow(GatewayRefused);
    expect(stripe.requests).toHaveLength(1);
  });
});

test("Stripe's stand-in accepts what we send, and Stripe's published schemas allow it", async () => {
  await using standin = Object.assign(await start("stripe"), {
    [Symbol.asyncDispose]: () => standin.stop(),
  });
  const account = accountOf("STRIPE");
  const gateway = createStripeGateway(account, { STRIPE: standin.origin }, () => new Date());
  const confirm = async (id: string, method: string) => {
    const answer = await fetch(`${standin.origin}/v1/payment_intents/${id}/confirm`, {
      method: "POST",
      headers: { authorization: "Bearer sk_test_shop" },
      body: new URLSearchParams({ payment_method: method, use_stripe_sdk: "true" }),
    });
    await answer.text();
  };
  const opened = await gateway?.create(paymentOf("a"));
  const providerId = opened?.providerId ?? "";
  expect(await gateway?.create(paymentOf("a"))).toEqual(opened);
  await confirm(providerId, "pm_card_authenticationRequired");
  // With 3-D Secure, the shopper must still authenticate at the bank.
  expect(await gateway?.get(providerId)).toMatchObject({ state: "open" });
  await standin.control.authenticate(providerId, true);
  expect(await gateway?.get(providerId)).toMatchObject({ state: "completed", capturedMinor: 1999 });
  await gateway?.refund({ key: "r", since, providerId, amountMinor: 500, currency: "USD" });
  const errors = [];
  for (const [path, schema] of [
    ["/v1/payment_intents", "PaymentIntentCreateParams"],
    ["/v1/refunds", "RefundCreateParams"],
  ] as const) {
    const sent = (await standin.control.requests()).find(
      (request) => request.method === "POST" && request.path === path,
    );
    // contractErrors() returns null if Stripe's schemas are not available.
    const params = typed(decodeForm(new URLSearchParams(sent?.body)));
    errors.push(contractErrors(file, `/$defs/${schema}`, params) ?? []);
  }
  expect(errors).toEqual([[], []]);
});

const refund = (gateway: Gateway) =>
  gateway.refund({ key: "r", since, providerId: "pi_1", amountMinor: 500, currency: "USD" });

describe("a Stripe refund", () => {
  test.each([
    ["succeeded", "completed"],
    ["pending", "pending"],
    ["requires_action", "pending"],
    ["failed", "failed"],
    ["canceled", "failed"],
  ])("%s is %s", async (status, state) => {
    await using stripe = await open({ "POST /v1/refunds": { json: refundOf({ status }) } });
    expect(await refund(stripe.gateway)).toMatchObject({
      state,
      amountMinor: 500,
      currency: "USD",
    });
    const [request] = stripe.requests;
    expect(request?.headers).toMatchObject({ "idempotency-key": "r" });
    expect(new URLSearchParams(request?.body).get("metadata[refundId]")).toBe("r");
  });

  test("is found by its key on any page", async () => {
    const other = refundOf({ id: "re_2", metadata: { refundId: "x" } });
    await using stripe = await open({
      "GET /v1/refunds": ({ query }) => {
        const isFirst = !query.has("starting_after");
        const data = [isFirst ? other : refundOf()];
        return { json: { object: "list", url: "/v1/refunds", has_more: isFirst, data } };
      },
    });
    const find = (key: string) => stripe.gateway.getRefund({ key, providerId: "pi_1" });
    expect(await find("r")).toMatchObject({ state: "completed", providerRefundId: "re_1" });
    expect(await find("unknown")).toBeNull();
  });

  test("that Stripe rejects returns no money", async () => {
    await using stripe = await open({
      "POST /v1/refunds": errorOf(400, {
        type: "invalid_request_error",
        code: "charge_already_refunded",
        message: "Charge has already been refunded.",
      }),
    });
    await expect(refund(stripe.gateway)).rejects.toThrow(GatewayRefused);
  });
});

const list = (data: object[]) => ({ json: { object: "list", has_more: false, data } });

describe("Stripe's keys", () => {
  const url = "http://localhost:3000/api/v1/webhooks/stripe";

  test.each([
    [{}, "REGISTERED"],
    [{ enabled_events: ["payment_intent.succeeded", "charge.refunded"] }, "REGISTERED"],
    [{ enabled_events: ["charge.refunded"] }, "MISSING"],
    [{ status: "disabled" }, "MISSING"],
    [{ url: "https://elsewhere.example" }, "MISSING"],
  ])("are tested, and a webhook with %j is %s", async (over, webhook) => {
    const endpoint = { id: "we_1", url, status: "enabled", enabled_events: ["*"], ...over };
    await using stripe = await open(
      {
        "GET /v1/payment_intents": list([]),
        "GET /v1/webhook_endpoints": list([endpoint]),
      },
      { signingSecret: "whsec_1" },
    );
    expect(await stripe.gateway.check([url])).toEqual({ problems: [], webhook });
  });

  test("that are wrong are reported, and never appear in an error", async () => {
    const wrong = errorOf(401, {
      type: "invalid_request_error",
      message: "Invalid API Key provided: sk_test_shop",
    });
    await using stripe = await open({
      "GET /v1/payment_intents": wrong,
      [get]: wrong,
      "POST /v1/payment_intents": wrong,
    });
    expect(await stripe.gateway.check([url])).toMatchObject({
      problems: [{ field: "credentials.secretKey" }],
    });
    const errors = await Promise.all([
      stripe.gateway.get("pi_1").catch((error: unknown) => error),
      stripe.gateway.create(paymentOf("a")).catch((error: unknown) => error),
    ]);
    expect(errors.map((error) => (error as Error).name)).toEqual([
      "GatewayUnknown",
      "GatewayRefused",
    ]);
    for (const error of errors as Error[])
      expect(`${error.stack} ${JSON.stringify(error)}`).not.toContain("sk_test");
  });
});
