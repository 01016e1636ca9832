import { describe, expect, test } from "vitest";
import { contractErrors } from "@vetrina/payment-standins/contracts/provider-contracts.fixture";
import { start } from "@vetrina/payment-standins/start";
import { accountOf, forgotten, paymentOf } from "./account.fixture.ts";
import { createPayPalGateway } from "./paypal.ts";
import { type Gateway, GatewayRefused, GatewayUnknown } from "./provider.ts";
import { recordedProvider } from "./recorded.fixture.ts";

const since = new Date();
const ordersPath = "/v2/checkout/orders";

async function open() {
  const standin = await start("paypal");
  const gateway = gatewayAt(standin.origin);
  return {
    ...standin,
    gateway,
    /** A payment that its buyer has approved. */
    async approved(key: string, how: Record<string, unknown> = {}) {
      const { providerId } = await gateway.create(paymentOf(key));
      await standin.control.approveOrder(providerId, how);
      return providerId;
    },
    requests: async (path: string) =>
      (await standin.control.requests())
        .filter((request) => request.path.endsWith(path))
        .map(({ headers, body }) => ({ headers, body: parsed(body) })),
    [Symbol.asyncDispose]: () => standin.stop(),
  };
}

function parsed(body: string): unknown {
  return body.startsWith("{") ? JSON.parse(body) : body;
}

function gatewayAt(origin: string, credentials = { clientSecret: "EL1t-secret" }): Gateway {
  const account = accountOf("PAYPAL", { credentials });
  const gateway = createPayPalGateway(account, { PAYPAL: origin }, () => new Date());
  if (gateway === null) throw new Error("no gateway");
  return gateway;
}

describe("a PayPal payment", () => {
  test("is opened, approved and captured, and repeated calls change nothing", async () => {
    await using paypal = await open();
    const { gateway } = paypal;
    const opened = await gateway.create(paymentOf("a"));
    expect(await gateway.create(paymentOf("a"))).toEqual(opened);
    expect(opened.redirectUrl).toContain(opened.providerId);
    const { providerId } = opened;
    expect(await gateway.get(providerId)).toMatchObject({ state: "open", capturedMinor: null });
    const early = await gateway.capture({ key: "a:1", since, providerId });
    expect(early).toMatchObject({ state: "open", issues: [{ issue: "ORDER_NOT_APPROVED" }] });
    await paypal.control.approveOrder(providerId);
    const taken = { state: "completed", capturedMinor: 1999, currency: "USD" };
    expect(await gateway.capture({ key: "a:2", since, providerId })).toMatchObject(taken);
    expect(await gateway.capture({ key: "a:2", since, providerId })).toMatchObject(taken);
    // With another key, PayPal answers that the order is already captured, and the gateway reads its state.
    const known = await gateway.capture({ key: "a:3", since, providerId });
    expect(known).toMatchObject({ ...taken, captureId: expect.any(String) as string });
    expect(await gateway.cancel(providerId, { isCapturing: false })).toMatchObject(taken);
    expect(paypal.ledger().map(({ kind, amountMinor }) => [kind, amountMinor])).toEqual([
      ["capture", 1999],
    ]);
  });

  test("is sent as PayPal's published schemas require, with our order's id and one token", async () => {
    await using paypal = await open();
    const providerId = await paypal.approved("a");
    await paypal.gateway.capture({ key: "a:1", since, providerId });
    await paypal.gateway.refund({ key: "r", since, providerId, amountMinor: 500, currency: "USD" });
    const [order] = await paypal.requests(ordersPath);
    expect(order).toMatchObject({
      headers: { "paypal-request-id": "a" },
      body: {
        intent: "CAPTURE",
        purchase_units: [
          { custom_id: "order-1", amount: { currency_code: "USD", value: "19.99" } },
        ],
      },
    });
    const [capture] = await paypal.requests("/capture");
    expect(capture?.headers).toMatchObject({ "paypal-request-id": "a:1" });
    const [refund] = await paypal.requests("/refund");
    expect(refund).toMatchObject({ headers: { "paypal-request-id": "r" } });
    expect(await paypal.requests("/v1/oauth2/token")).toHaveLength(1);
    const errors = [
      contractErrors(
        "paypal/checkout_orders_v2.json",
        "/components/schemas/order_request",
        order?.body,
      ),
      contractErrors(
        "paypal/payments_payment_v2.json",
        "/components/schemas/refund_request",
        refund?.body,
      ),
    ];
    // contractErrors() returns null if PayPal's schemas are not available.
    expect(errors.flatMap((each) => each ?? [])).toEqual([]);
  });

  test("that was declined can be captured with another instrument", async () => {
    await using paypal = await open();
    const providerId = await paypal.approved("a", { declines: true });
    const { gateway } = paypal;
    expect(await gateway.capture({ key: "a:1", since, providerId })).toMatchObject({
      state: "declined",
      issues: [{ issue: "INSTRUMENT_DECLINED" }],
      debugId: expect.any(String) as string,
    });
    await paypal.control.approveOrder(providerId);
    expect(await gateway.capture({ key: "a:2", since, providerId })).toMatchObject({
      state: "completed",
    });
  });

  test("with a declined card has ended, because PayPal doesn't let it be approved again", async () => {
    await using paypal = await open();
    const { providerId } = await paypal.gateway.create(paymentOf("a"));
    const card = { number: "4000000000000002", name: "Ada", expiry: "2034-12", challenge: false };
    await fetch(`${paypal.origin}/_browser/orders/${providerId}/card`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(card),
    });
    const fact = await paypal.gateway.capture({ key: "a:1", since, providerId });
    expect(fact).toMatchObject({ state: "failed", issues: [{ issue: "CAPTURE_DECLINED" }] });
    expect(await paypal.gateway.get(providerId)).toMatchObject({ state: "failed" });
  });

  test("whose capture is delayed stays pending until PayPal decides", async () => {
    await using paypal = await open();
    const providerId = await paypal.approved("a", { pending: true });
    const { gateway } = paypal;
    const fact = await gateway.capture({ key: "a:1", since, providerId });
    expect(fact).toMatchObject({ state: "pending", capturedMinor: null });
    expect(await gateway.cancel(providerId, { isCapturing: true })).toMatchObject({
      state: "pending",
    });
    await paypal.control.changeCapture(fact.captureId ?? "", { status: "completed" });
    expect(await gateway.get(providerId)).toMatchObject({
      state: "completed",
      capturedMinor: 1999,
    });
  });

  test.each(["lost", "status-after", "garbage"] as const)(
    "whose response can't be used (%s) was captured once, and get() returns its state",
    async (kind) => {
      await using paypal = await open();
      const providerId = await paypal.approved("a");
      await paypal.control.faults.add({ on: `POST ${ordersPath}/*/capture`, kind });
      const capture = () => paypal.gateway.capture({ key: "a:1", since, providerId });
      await expect(capture()).rejects.toThrow(GatewayUnknown);
      expect(await paypal.gateway.get(providerId)).toMatchObject({ state: "completed" });
      expect(await capture()).toMatchObject({ state: "completed" });
      expect(paypal.ledger()).toHaveLength(1);
    },
  );

  test.each([
    ["close", {}],
    ["rate-limit", {}],
    ["status", { status: 503 }],
  ] as const)("is unknown after %s, and never failed", async (kind, rest) => {
    await using paypal = await open();
    const providerId = await paypal.approved("a");
    await paypal.control.faults.add({ on: "* /v2/*", kind, times: 3, ...rest });
    await expect(paypal.gateway.create(paymentOf("b"))).rejects.toThrow(GatewayUnknown);
    await expect(paypal.gateway.capture({ key: "a:1", since, providerId })).rejects.toThrow(
      GatewayUnknown,
    );
    await expect(paypal.gateway.get(providerId)).rejects.toThrow(GatewayUnknown);
    expect(paypal.ledger()).toEqual([]);
  });

  test("is canceled by never being captured, unless a capture may be in progress", async () => {
    await using paypal = await open();
    const providerId = await paypal.approved("a");
    const { gateway } = paypal;
    expect(await gateway.cancel(providerId, { isCapturing: true })).toMatchObject({
      state: "open",
    });
    expect(await gateway.cancel(providerId, { isCapturing: false })).toMatchObject({
      state: "cancelled",
    });
  });

  test("with an old key is only looked up, not opened again", async () => {
    await using paypal = await open();
    const providerId = await paypal.approved("a");
    const { gateway } = paypal;
    const old = forgotten();
    expect(await gateway.capture({ key: "a:1", since: old, providerId })).toMatchObject({
      state: "open",
    });
    await expect(gateway.create(paymentOf("b", { since: old }))).rejects.toThrow(GatewayRefused);
    await expect(
      gateway.refund({ key: "r", since: old, providerId, amountMinor: 1, currency: "USD" }),
    ).rejects.toThrow(GatewayRefused);
    expect(paypal.ledger()).toEqual([]);
  });

  test("with an amount that PayPal can't charge is rejected without a call", async () => {
    await using paypal = await open();
    const input = paymentOf("a", { amountMinor: 1050, currency: "TWD" });
    await expect(paypal.gateway.create(input)).rejects.toThrow(GatewayRefused);
    expect(await paypal.requests(ordersPath)).toEqual([]);
  });
});

/** A payment whose money was taken. */
async function captured() {
  const paypal = await open();
  const providerId = await paypal.approved("a");
  await paypal.gateway.capture({ key: "a:1", since, providerId });
  const refund = (key: string, amountMinor: number) =>
    paypal.gateway.refund({ key, since, providerId, amountMinor, currency: "USD" });
  return { ...paypal, providerId, refund };
}

describe("a PayPal refund", () => {
  test("is made in parts, each once, and never more than was captured", async () => {
    await using paypal = await captured();
    const { refund, providerId, gateway } = paypal;
    expect(await gateway.getRefund({ key: "r1", providerId })).toBeNull();
    const first = await refund("r1", 999);
    expect(first).toMatchObject({ state: "completed", amountMinor: 999, currency: "USD" });
    expect(await refund("r1", 999)).toMatchObject({ providerRefundId: first.providerRefundId });
    expect(await gateway.getRefund({ key: "r1", providerId })).toMatchObject({
      ...first,
      debugId: expect.any(String) as string,
    });
    await refund("r2", 1000);
    await expect(refund("r3", 1)).rejects.toThrow(GatewayRefused);
    const refunds = paypal.ledger().filter(({ kind }) => kind === "refund");
    expect(refunds.map(({ amountMinor }) => amountMinor)).toEqual([999, 1000]);
  });

  test("whose response was lost is found by its key", async () => {
    await using paypal = await captured();
    const { refund, providerId, gateway } = paypal;
    await paypal.control.faults.add({ on: "POST /v2/payments/captures/*/refund", kind: "lost" });
    await expect(refund("r1", 999)).rejects.toThrow(GatewayUnknown);
    expect(await gateway.getRefund({ key: "r1", providerId })).toMatchObject({
      state: "completed",
      amountMinor: 999,
    });
  });
});

describe("PayPal's keys", () => {
  test("that are wrong open no payment, are reported, and never appear in an error", async () => {
    await using paypal = await open();
    const providerId = await paypal.approved("a");
    const gateway = gatewayAt(paypal.origin, { clientSecret: "wrong-EL1t" });
    const errors = await Promise.all([
      gateway.create(paymentOf("b")).catch((error: unknown) => error),
      gateway.get(providerId).catch((error: unknown) => error),
      gateway.capture({ key: "a:1", since, providerId }).catch((error: unknown) => error),
      gateway.cancel(providerId, { isCapturing: false }).catch((error: unknown) => error),
    ]);
    expect(errors.map((error) => (error as Error).name)).toEqual([
      "PayPalKeysRefused",
      "GatewayUnknown",
      "GatewayUnknown",
      "GatewayUnknown",
    ]);
    for (const error of errors as Error[])
      expect(`${error.stack} ${JSON.stringify(error)}`).not.toMatch(/EL1t|shop-one|Bearer|Basic/);
  });

  test("get one token for many calls, and renew a revoked token once", async () => {
    let tokens = 0;
    let revoked = false;
    await using server = await recordedProvider({
      "POST /v1/oauth2/token": () => {
        tokens += 1;
        return { json: { access_token: `token-${tokens}`, expires_in: 32_400 } };
      },
      "GET /v2/checkout/orders/1": ({ headers }) =>
        revoked && headers.authorization === "Bearer token-1"
          ? { status: 401, json: { error: "invalid_token" } }
          : {
              json: {
                id: "1",
                status: "CREATED",
                purchase_units: [{ amount: { currency_code: "USD", value: "1.00" } }],
              },
            },
    });
    const gateway = gatewayAt(server.url);
    await Promise.all(Array.from({ length: 20 }, () => gateway.get("1")));
    expect(tokens).toBe(1);
    revoked = true;
    expect(await gateway.get("1")).toMatchObject({ state: "open" });
    expect(tokens).toBe(2);
  });
});
