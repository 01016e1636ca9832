import { Stripe } from "stripe";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { receiveWebhooks } from "../core/webhook-receiver.fixture.ts";
import { type Standin, start } from "../start.ts";
import { errorOf, stripeClient } from "./stripe-client.fixture.ts";

let standin: Standin;
let stripe: Stripe;

beforeAll(async () => {
  standin = await start("stripe");
  stripe = stripeClient(standin.origin);
});

afterAll(() => standin.stop());

const automatic = { enabled: true, allow_redirects: "never" } as const;

function pay(card: string, amount = 1999, more: Partial<Stripe.PaymentIntentCreateParams> = {}) {
  return stripe.paymentIntents.create({
    amount,
    currency: "eur",
    automatic_payment_methods: automatic,
    payment_method: card,
    confirm: true,
    metadata: { orderId: "order-1" },
    ...more,
  });
}

describe("keys", () => {
  test("of live accounts and wrong ones are refused", async () => {
    for (const key of ["sk_live_x", "sk_test_wrong"]) {
      const error = await errorOf(stripeClient(standin.origin, key).balance.retrieve());
      expect([error.statusCode, error.type]).toEqual([401, "StripeAuthenticationError"]);
    }
    expect((await stripe.accounts.retrieveCurrent()).charges_enabled).toBe(true);
  });

  test("for browsers can read and confirm a payment with its client secret, and change nothing else", async () => {
    const { id, client_secret: secret } = await stripe.paymentIntents.create({
      amount: 1000,
      currency: "eur",
    });
    const asBrowser = (path: string, content: RequestInit = {}) =>
      fetch(`${standin.origin}/v1/payment_intents/${id}${path}`, {
        headers: { authorization: "Bearer pk_test_one" },
        ...content,
      });
    const change = {
      method: "POST",
      body: new URLSearchParams({ amount: "50", client_secret: secret ?? "" }),
    };
    expect((await asBrowser("", change)).status).toBe(401);
    expect((await asBrowser("")).status).toBe(404);
    expect((await asBrowser(`?client_secret=${secret}`)).status).toBe(200);
  });

  test("see only their account's payments", async () => {
    const { id } = await pay("pm_card_visa");
    const error = await errorOf(
      stripeClient(standin.origin, "sk_test_two").paymentIntents.retrieve(id),
    );
    expect([error.statusCode, error.code]).toEqual([404, "resource_missing"]);
  });
});

describe("a payment intent", () => {
  test("is charged, with its fee", async () => {
    const intent = await pay("pm_card_visa", 1999, { expand: ["latest_charge"] });
    expect(intent).toMatchObject({
      status: "succeeded",
      amount_received: 1999,
      latest_charge: { paid: true },
    });
    expect(await standin.control.ledger({ payment: intent.id })).toMatchObject([
      {
        kind: "capture",
        account: "one",
        currency: "EUR",
        amountMinor: 1999,
        feeMinor: 55,
        netMinor: 1944,
        reference: "order-1",
      },
    ]);
    const charge = await stripe.charges.retrieve((intent.latest_charge as Stripe.Charge).id);
    expect(charge.balance_transaction).toBe(null);
    await standin.control.clock.advance(2);
    await expect
      .poll(async () => {
        const later = await stripe.charges.retrieve(charge.id, { expand: ["balance_transaction"] });
        const { net, created } = (later.balance_transaction ?? {}) as Stripe.BalanceTransaction;
        return { net, created };
      })
      .toEqual({ net: 1944, created: charge.created });
  });

  test.each([
    ["pm_card_chargeDeclined", "card_declined", "generic_decline"],
    ["pm_card_chargeDeclinedInsufficientFunds", "card_declined", "insufficient_funds"],
    ["pm_card_chargeDeclinedExpiredCard", "expired_card", ""],
  ])("of %s fails with %s and can be tried again", async (card, code, declineCode) => {
    const error = await errorOf(pay(card));
    expect(error).toMatchObject({ statusCode: 402, code, decline_code: declineCode });
    const intent = error.payment_intent;
    expect(intent?.status).toBe("requires_payment_method");
    const again = await stripe.paymentIntents.confirm(intent?.id ?? "", {
      payment_method: "pm_card_visa",
    });
    expect(again.status).toBe("succeeded");
  });

  test.each([
    [true, "succeeded"],
    [false, "requires_payment_method"],
  ])("waits for 3-D Secure; passed: %s -> %s", async (succeeds, status) => {
    const intent = await pay("pm_card_authenticationRequired", 1999, { use_stripe_sdk: true });
    expect(intent).toMatchObject({
      status: "requires_action",
      next_action: { type: "use_stripe_sdk" },
    });
    await standin.control.authenticate(intent.id, succeeds);
    expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe(status);
  });

  test("is held, captured in part, or canceled", async () => {
    const held = await pay("pm_card_visa", 2000, { capture_method: "manual" });
    expect(held).toMatchObject({ status: "requires_capture", amount_capturable: 2000 });
    const captured = await stripe.paymentIntents.capture(held.id, { amount_to_capture: 1500 });
    expect(captured).toMatchObject({ status: "succeeded", amount_received: 1500 });
    expect((await errorOf(stripe.paymentIntents.cancel(held.id))).code).toBe(
      "payment_intent_unexpected_state",
    );
    const open = await stripe.paymentIntents.create({ amount: 500, currency: "eur" });
    expect((await stripe.paymentIntents.cancel(open.id)).status).toBe("canceled");
    expect(
      (await errorOf(stripe.paymentIntents.confirm(open.id, { payment_method: "pm_card_visa" })))
        .statusCode,
    ).toBe(400);
  });

  test("is found by its metadata", async () => {
    const { id } = await pay("pm_card_visa", 1000, { metadata: { orderId: "order-77" } });
    const found = await stripe.paymentIntents.search({
      query: "metadata['orderId']:'order-77' AND status:'succeeded'",
    });
    expect(found.data.map((each) => each.id)).toEqual([id]);
    const page = await stripe.paymentIntents.list({ limit: 1 });
    expect([page.data[0]?.id, page.has_more]).toEqual([id, true]);
  });

  test("with a wrong parameter is refused", async () => {
    const error = await errorOf(stripe.paymentIntents.create({ amount: 10, currency: "eur" }));
    expect([error.code, error.param]).toEqual(["amount_too_small", "amount"]);
    const unknown = { amount: 1000, currency: "eur", amout: 1 } as Stripe.PaymentIntentCreateParams;
    expect((await errorOf(stripe.paymentIntents.create(unknown))).code).toBe("parameter_unknown");
  });
});

describe("an idempotency key", () => {
  const params = { amount: 1000, currency: "eur" };

  test("repeats a response for a day, and refuses other parameters", async () => {
    const idempotencyKey = "key-1";
    const first = await stripe.paymentIntents.create(params, { idempotencyKey });
    const second = await stripe.paymentIntents.create(params, { idempotencyKey });
    expect(second.id).toBe(first.id);
    expect(second.lastResponse.headers["idempotent-replayed"]).toBe("true");
    const error = await errorOf(
      stripe.paymentIntents.create({ ...params, amount: 2000 }, { idempotencyKey }),
    );
    expect([error.statusCode, error.type]).toEqual([400, "StripeIdempotencyError"]);
    await standin.control.clock.advance(24 * 3600 + 1);
    expect((await stripe.paymentIntents.create(params, { idempotencyKey })).id).not.toBe(first.id);
  });

  test("lets the library repeat a call whose response was lost", async () => {
    const patient = stripeClient(standin.origin, "sk_test_retry", { maxNetworkRetries: 2 });
    await standin.control.faults.add({ on: "POST /v1/payment_intents", kind: "lost" });
    const intent = await patient.paymentIntents.create({
      ...params,
      payment_method: "pm_card_visa",
      confirm: true,
      automatic_payment_methods: automatic,
    });
    expect(intent.status).toBe("succeeded");
    expect(await standin.control.ledger({ account: "retry" })).toHaveLength(1);
  });
});

describe("a refund", () => {
  test("never exceeds the charge", async () => {
    const { id } = await pay("pm_card_visa", 1000);
    await stripe.refunds.create({ payment_intent: id, amount: 600, metadata: { refundId: "r1" } });
    expect(
      (await errorOf(stripe.refunds.create({ payment_intent: id, amount: 401 }))).message,
    ).toContain("greater than unrefunded amount");
    expect((await stripe.refunds.create({ payment_intent: id })).amount).toBe(400);
    expect((await errorOf(stripe.refunds.create({ payment_intent: id }))).code).toBe(
      "charge_already_refunded",
    );
    const listed = await stripe.refunds.list({ payment_intent: id });
    expect(listed.data.map(({ amount }) => amount)).toEqual([400, 600]);
  });

  test.each([
    ["pm_card_pendingRefund", "pending", "succeeded", -1000],
    ["pm_card_refundFail", "succeeded", "failed", 0],
  ])("of %s is %s and ends %s", async (card, first, last, net) => {
    const { id } = await pay(card, 1000);
    const refund = await stripe.refunds.create({ payment_intent: id });
    expect(refund.status).toBe(first);
    await standin.control.clock.advance(6);
    await expect.poll(async () => (await stripe.refunds.retrieve(refund.id)).status).toBe(last);
    const own = standin.ledger().filter((entry) => entry.id === refund.id);
    expect(own.reduce((sum, { netMinor }) => sum + netMinor, 0)).toBe(net);
  });
});

describe("disputes, balance and payouts", () => {
  test("a disputed charge is withdrawn, and can't be refunded until the dispute is won", async () => {
    const { id } = await pay("pm_card_createDispute", 1000);
    const [dispute] = (await stripe.disputes.list({ payment_intent: id })).data;
    expect(dispute).toMatchObject({ amount: 1000, status: "needs_response", reason: "fraudulent" });
    expect((await errorOf(stripe.refunds.create({ payment_intent: id }))).code).toBe(
      "charge_disputed",
    );
    await standin.control.disputes.close(dispute?.id ?? "", "won");
    expect((await stripe.disputes.retrieve(dispute?.id ?? "")).status).toBe("won");
    const own = (await standin.control.ledger({ payment: id })).map(({ kind, netMinor }) => [
      kind,
      netMinor,
    ]);
    expect(own).toEqual([
      ["capture", 960],
      ["dispute", -3000],
      ["dispute_reversal", 1000],
    ]);
  });

  test("a payout lists its balance transactions", async () => {
    const own = stripeClient(standin.origin, "sk_test_payout");
    const intent = await own.paymentIntents.create({
      amount: 1000,
      currency: "eur",
      payment_method: "pm_card_visa",
      confirm: true,
      automatic_payment_methods: automatic,
    });
    await own.refunds.create({ payment_intent: intent.id, amount: 200 });
    const made = await standin.control.payouts.make("payout", "EUR");
    const payout = await own.payouts.retrieve(String(made["id"]));
    const transactions = await own.balanceTransactions.list({ payout: payout.id });
    expect(payout.amount).toBe(760);
    expect(transactions.data.map(({ type, net }) => [type, net])).toEqual([
      ["payout", -760],
      ["refund", -200],
      ["charge", 960],
    ]);
  });
});

describe("webhooks", () => {
  test("are accepted by the library, and forgeries are not", async () => {
    const shop = await receiveWebhooks();
    const own = stripeClient(standin.origin, "sk_test_hooks");
    const endpoint = await own.webhookEndpoints.create({
      url: `${shop.url}/webhooks/stripe`,
      enabled_events: ["payment_intent.succeeded"],
    });
    await own.webhookEndpoints.create({
      url: `${shop.url}/other`,
      enabled_events: ["charge.refunded"],
    });
    await own.paymentIntents.create({
      amount: 1000,
      currency: "eur",
      payment_method: "pm_card_visa",
      confirm: true,
      automatic_payment_methods: automatic,
    });
    await standin.control.clock.set(new Date());
    await standin.control.webhooks.drain();
    const [received] = shop.received;
    expect(shop.received).toHaveLength(1);
    const check = (body: string, header: string | undefined) =>
      own.webhooks.constructEvent(
        body,
        header ?? "",
        endpoint.secret ?? "",
        undefined,
        undefined,
        Date.now(),
      );
    const delivery = (await standin.control.webhooks.list()).at(-1)?.id ?? "";
    const resent = await standin.control.webhooks.send(delivery);
    expect(check(received?.body ?? "", resent.headers["stripe-signature"]).type).toBe(
      "payment_intent.succeeded",
    );
    for (const how of ["unsigned", "forged", "foreign", "changed", "old"] as const) {
      const forged = await standin.control.webhooks.forge(delivery, how, false);
      expect(() => check(forged.body, forged.headers["stripe-signature"])).toThrow(
        Stripe.errors.StripeSignatureVerificationError,
      );
    }
    const future = await standin.control.webhooks.forge(delivery, "future", false);
    expect(check(future.body, future.headers["stripe-signature"]).type).toBe(
      "payment_intent.succeeded",
    );
    await shop.stop();
  });
});
