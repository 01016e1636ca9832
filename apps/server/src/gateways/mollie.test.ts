import { describe, expect, test } from "vitest";
import { accountOf, forgotten, paymentOf } from "./account.fixture.ts";
import { createMollieGateway } from "./mollie.ts";
import { type Gateway, GatewayRefused, GatewayUnknown } from "./provider.ts";
import { type Answers, recordedProvider } from "./recorded.fixture.ts";

const since = new Date();
const link = (href: string) => ({ href, type: "text/html" });

/** A payment as Mollie returns it; the SDK validates its structure. */
function paymentAnswer(over: Record<string, unknown> = {}) {
  return {
    json: {
      resource: "payment",
      id: "tr_1",
      mode: "test",
      createdAt: "2026-11-23T10:00:00+00:00",
      amount: { value: "19.99", currency: "USD" },
      description: "Order order-1",
      method: null,
      metadata: null,
      status: "open",
      isCancelable: false,
      profileId: "pfl_1",
      sequenceType: "oneoff",
      redirectUrl: "http://localhost:3000/checkout",
      webhookUrl: null,
      _links: {
        self: link("https://api.mollie.com/v2/payments/tr_1"),
        checkout: link("https://www.mollie.com/checkout/tr_1"),
        dashboard: link("https://www.mollie.com/dashboard"),
      },
      ...over,
    },
  };
}

function refundAnswer(over: Record<string, unknown> = {}) {
  return {
    resource: "refund",
    id: "re_1",
    mode: "test",
    description: "Refund",
    amount: { value: "5.00", currency: "USD" },
    metadata: { refundId: "r" },
    paymentId: "tr_1",
    status: "pending",
    createdAt: "2026-11-23T10:00:00+00:00",
    _links: {
      self: link("https://api.mollie.com/v2/payments/tr_1/refunds/re_1"),
      payment: link("https://api.mollie.com/v2/payments/tr_1"),
      documentation: link("https://docs.mollie.com"),
    },
    ...over,
  };
}

function errorOf(status: number, title: string, detail: string) {
  return {
    status,
    json: { status, title, detail, _links: { documentation: link("https://docs.mollie.com") } },
  };
}

async function open(answers: Answers) {
  const server = await recordedProvider(answers, "application/hal+json");
  const gateway = createMollieGateway(
    accountOf("MOLLIE", { clientId: "test" }),
    { MOLLIE: server.url },
    () => new Date(),
  );
  if (gateway === null) throw new Error("no gateway");
  return Object.assign(server, { gateway });
}

const get = "GET /v2/payments/tr_1";

describe("a Mollie payment", () => {
  test("is opened with our own key, and sends the shopper to Mollie and back", async () => {
    await using mollie = await open({ "POST /v2/payments": { status: 201, ...paymentAnswer() } });
    expect(await mollie.gateway.create(paymentOf("key-1"))).toEqual({
      providerId: "tr_1",
      clientSecret: null,
      redirectUrl: "https://www.mollie.com/checkout/tr_1",
    });
    const [request] = mollie.requests;
    expect(request?.headers).toMatchObject({ "idempotency-key": "key-1" });
    expect(JSON.parse(request?.body ?? "")).toEqual({
      description: "Order order-1",
      amount: { currency: "USD", value: "19.99" },
      redirectUrl: "http://localhost:3000/checkout",
      webhookUrl: "http://localhost:3000/api/v1/webhooks/mollie/token",
      metadata: { orderId: "order-1", provider: "mollie", currency: "usd" },
    });
  });

  test.each([
    [{ status: "paid" }, { state: "completed", capturedMinor: 1999 }],
    [{ status: "pending" }, { state: "pending", capturedMinor: null }],
    [{ status: "open" }, { state: "open" }],
    [{ status: "canceled" }, { state: "cancelled" }],
    [{ status: "expired" }, { state: "cancelled" }],
    [{ status: "failed" }, { state: "failed", debugId: "tr_1" }],
  ])("%o becomes %o", async (answer, fact) => {
    await using mollie = await open({ [get]: paymentAnswer(answer) });
    expect(await mollie.gateway.get("tr_1")).toMatchObject({ currency: "USD", ...fact });
    expect(await mollie.gateway.capture({ key: "a:1", since, providerId: "tr_1" })).toMatchObject(
      fact,
    );
  });

  test("is canceled if Mollie allows it, and otherwise stays open", async () => {
    await using mollie = await open({
      [get]: paymentAnswer({ isCancelable: true }),
      "DELETE /v2/payments/tr_1": paymentAnswer({ status: "canceled" }),
    });
    const cancel = () => mollie.gateway.cancel("tr_1", { isCapturing: false });
    expect(await cancel()).toMatchObject({ state: "cancelled" });
    mollie.answers[get] = paymentAnswer();
    expect(await cancel()).toMatchObject({ state: "open" });
    mollie.answers[get] = paymentAnswer({ status: "paid" });
    expect(await cancel()).toMatchObject({ state: "completed" });
  });

  test.each([
    ["no answer", null],
    ["status 500", errorOf(500, "Internal Server Error", "")],
    ["status 429", errorOf(429, "Too Many Requests", "")],
    ["a key that is in use", errorOf(409, "Conflict", "")],
    ["an answer of a different form", { status: 201, json: { id: "tr_1" } }],
  ])("is unknown after %s, and requested only once", async (_, answer) => {
    await using mollie = await open({ "POST /v2/payments": answer, [get]: answer });
    await expect(mollie.gateway.create(paymentOf("a"))).rejects.toThrow(GatewayUnknown);
    await expect(mollie.gateway.get("tr_1")).rejects.toThrow(GatewayUnknown);
    expect(mollie.requests).toHaveLength(2);
  });

  test("that Mollie rejects is rejected with Mollie's reason, and an old key is not used again", async () => {
    await using mollie = await open({
      "POST /v2/payments": errorOf(
        422,
        "Unprocessable Entity",
        "The amount is lower than the minimum",
      ),
    });
    await expect(mollie.gateway.create(paymentOf("a"))).rejects.toMatchObject({
      name: "GatewayRefused",
      issue: { issue: "UNPROCESSABLE_ENTITY", description: "The amount is lower than the minimum" },
    });
    const old = paymentOf("b", { since: forgotten() });
    await expect(mollie.gateway.create(old)).rejects.toThrow(GatewayRefused);
    expect(mollie.requests).toHaveLength(1);
  });
});

const refund = (gateway: Gateway) =>
  gateway.refund({ key: "r", since, providerId: "tr_1", amountMinor: 500, currency: "USD" });

describe("a Mollie refund", () => {
  test.each([
    ["queued", "pending"],
    ["pending", "pending"],
    ["processing", "pending"],
    ["refunded", "completed"],
    ["failed", "failed"],
    ["canceled", "failed"],
  ])("%s is %s", async (status, state) => {
    await using mollie = await open({
      "POST /v2/payments/tr_1/refunds": { status: 201, json: refundAnswer({ status }) },
    });
    expect(await refund(mollie.gateway)).toMatchObject({
      state,
      amountMinor: 500,
      currency: "USD",
    });
    const [request] = mollie.requests;
    expect(request?.headers).toMatchObject({ "idempotency-key": "r" });
    expect(JSON.parse(request?.body ?? "")).toMatchObject({ metadata: { refundId: "r" } });
  });

  test("is found by its key", async () => {
    await using mollie = await open({
      "GET /v2/payments/tr_1/refunds": {
        json: {
          count: 2,
          _embedded: { refunds: [refundAnswer({ id: "re_2", metadata: null }), refundAnswer()] },
          _links: {
            self: link("https://api.mollie.com"),
            previous: null,
            next: null,
            documentation: link("https://docs.mollie.com"),
          },
        },
      },
    });
    const find = (key: string) => mollie.gateway.getRefund({ key, providerId: "tr_1" });
    expect(await find("r")).toMatchObject({ state: "pending", providerRefundId: "re_1" });
    expect(await find("unknown")).toBeNull();
  });
});

test("Mollie's key is tested, and never appears in an error", async () => {
  const wrong = errorOf(
    401,
    "Unauthorized Request",
    "Missing authentication, or failed to authenticate",
  );
  await using mollie = await open({ "GET /v2/profiles/me": wrong, [get]: wrong });
  expect(await mollie.gateway.check([])).toMatchObject({
    problems: [{ field: "credentials.apiKey" }],
  });
  const error = await mollie.gateway.get("tr_1").catch((e: unknown) => e as Error);
  expect(error).toBeInstanceOf(GatewayUnknown);
  expect(`${(error as Error).stack} ${JSON.stringify(error)}`).not.toContain("test_shop");
});
