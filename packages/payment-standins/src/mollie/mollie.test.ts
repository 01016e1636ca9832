import { Client } from "mollie-api-typescript";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { receiveWebhooks } from "../core/webhook-receiver.fixture.ts";
import { type Standin, start } from "../start.ts";

const letters = "abcdefghijklmnopqrstuvwxyz012345";
let standin: Standin;
let shop: Awaited<ReturnType<typeof receiveWebhooks>>;
let mollie: Client;

beforeAll(async () => {
  standin = await start("mollie");
  shop = await receiveWebhooks();
  mollie = clientOf(`test_${letters}`);
});

afterAll(async () => {
  await standin.stop();
  await shop.stop();
});

/** Creates Mollie's official client, which validates every response with zod. */
function clientOf(apiKey: string): Client {
  return new Client({
    serverURL: standin.origin,
    security: { apiKey },
    retryConfig: { strategy: "none" },
  });
}

function create(value = "19.99", idempotencyKey?: string, client = mollie) {
  return client.payments.create({
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
    paymentRequest: {
      amount: { currency: "EUR", value },
      description: "Order 1",
      redirectUrl: "http://127.0.0.1:9/return",
      webhookUrl: `${shop.url}/webhooks/mollie/secret`,
      metadata: { orderId: "order-1" },
    },
  });
}

async function paid(value = "19.99"): Promise<string> {
  const { id } = await create(value);
  await standin.control.setPayment(id, "paid");
  return id;
}

function refund(paymentId: string, value: string) {
  return mollie.refunds.create({
    paymentId,
    refundRequest: {
      description: "Return",
      amount: { currency: "EUR", value },
      metadata: { refundId: "r1" },
    },
  });
}

const statusOf = (error: unknown) => (error as { statusCode: number }).statusCode;

describe("a payment", () => {
  test("is open, then paid, and its webhook contains only its id", async () => {
    const payment = await create();
    expect(payment).toMatchObject({ status: "open", isCancelable: false });
    expect(payment.links.checkout?.href).toBe(
      `${standin.origin}/checkout/select-method/${payment.id}`,
    );
    shop.received.length = 0;
    await standin.control.setPayment(payment.id, "paid");
    await standin.control.webhooks.drain();
    expect(shop.received.map(({ path, body }) => [path, body])).toEqual([
      ["/webhooks/mollie/secret", `id=${payment.id}`],
    ]);
    const shown = await mollie.payments.get({ paymentId: payment.id });
    expect(shown).toMatchObject({
      status: "paid",
      method: "creditcard",
      amountRemaining: { value: "19.99" },
    });
    expect(await standin.control.ledger({ payment: payment.id })).toMatchObject([
      { kind: "capture", amountMinor: 1999, feeMinor: 61, netMinor: 1938, reference: "order-1" },
    ]);
  });

  test.each(["failed", "canceled"] as const)("stays %s once it is", async (status) => {
    const { id } = await create();
    await standin.control.setPayment(id, status);
    expect((await mollie.payments.get({ paymentId: id })).status).toBe(status);
    await expect(standin.control.setPayment(id, "paid")).rejects.toThrow("can't become");
  });

  test("expires on its own", async () => {
    const own = await start("mollie");
    const client = new Client({ serverURL: own.origin, security: { apiKey: `test_${letters}` } });
    const { id } = await create("10.00", undefined, client);
    await own.control.clock.advance(16 * 60);
    await expect
      .poll(async () => (await client.payments.get({ paymentId: id })).status)
      .toBe("expired");
    await own.stop();
  });

  test("that a reset has deleted changes nothing when it would have expired", async () => {
    const own = await start("mollie");
    const client = new Client({ serverURL: own.origin, security: { apiKey: `test_${letters}` } });
    await create("10.00", undefined, client);
    await own.control.reset();
    const { id } = await create("10.00", undefined, client);
    await own.control.clock.advance(16 * 60);
    await expect
      .poll(async () => (await client.payments.get({ paymentId: id })).status)
      .toBe("expired");
    await own.stop();
  });

  test("can't be canceled by the shop unless it is a bank transfer", async () => {
    const { id } = await create();
    const refused = await mollie.payments.cancel({ paymentId: id }).catch(statusOf);
    expect(refused).toBe(422);
    const transfer = await mollie.payments.create({
      paymentRequest: {
        amount: { currency: "EUR", value: "10.00" },
        description: "Order",
        redirectUrl: "http://127.0.0.1:9/",
        method: "banktransfer",
      },
    });
    expect((await mollie.payments.cancel({ paymentId: transfer.id })).status).toBe("canceled");
  });

  test.each(["10", "10.0", "10.000", "-1.00", "0.00", "ten"])("of %s is refused", async (value) => {
    expect(await create(value).catch(statusOf)).toBe(422);
  });

  test("doesn't exist for another key, and wrong keys are refused", async () => {
    const { id } = await create();
    const other = clientOf(`test_${letters}other`);
    expect(await other.payments.get({ paymentId: id }).catch(statusOf)).toBe(404);
    for (const key of [`live_${letters}`, `test_wrong${letters}`])
      expect(await clientOf(key).payments.get({ paymentId: id }).catch(statusOf)).toBe(401);
  });

  test("is listed page by page", async () => {
    const client = clientOf(`test_${letters}list`);
    const ids: string[] = [];
    for (const value of ["1.00", "2.00", "3.00"])
      ids.unshift((await create(value, undefined, client)).id);
    const seen: string[] = [];
    for await (const page of await client.payments.list({ limit: 2 }))
      seen.push(...(page.result.embedded.payments ?? []).map((payment) => payment.id));
    expect(seen).toEqual(ids);
  });
});

describe("an idempotency key", () => {
  test("repeats the response to an identical request for an hour; a different body is a new payment", async () => {
    const first = await create("10.00", "key-1");
    expect((await create("10.00", "key-1")).id).toBe(first.id);
    expect((await create("11.00", "key-2")).id).not.toBe((await create("12.00", "key-2")).id);
    await standin.control.clock.advance(3601);
    expect((await create("10.00", "key-1")).id).not.toBe(first.id);
  });
});

describe("a refund", () => {
  test("never exceeds the payment, is pending at first, and completes", async () => {
    const id = await paid("10.00");
    const made = await refund(id, "6.00");
    expect(made.status).toBe("pending");
    expect(await refund(id, "4.01").catch(statusOf)).toBe(422);
    await standin.control.clock.advance(6);
    await expect
      .poll(async () => (await mollie.refunds.get({ paymentId: id, refundId: made.id })).status)
      .toBe("refunded");
    expect((await mollie.payments.get({ paymentId: id })).amountRemaining?.value).toBe("4.00");
    expect((await mollie.refunds.list({ paymentId: id })).result.embedded.refunds).toHaveLength(1);
  });

  test("that fails or is canceled returns the money", async () => {
    const id = await paid("10.00");
    const failing = await refund(id, "3.00");
    await standin.control.refunds.settle(failing.id, "failed");
    const canceled = await refund(id, "2.00");
    await mollie.refunds.cancel({ paymentId: id, refundId: canceled.id });
    expect((await mollie.payments.get({ paymentId: id })).amountRefunded?.value).toBe("0.00");
    const own = (await standin.control.ledger({ payment: id })).map(({ kind }) => kind);
    expect(own).toEqual(["capture", "refund", "refund_reversal", "refund", "refund_reversal"]);
  });
});

describe("chargebacks, balances and settlements", () => {
  test("a chargeback is listed and reversed", async () => {
    const id = await paid("10.00");
    const { id: chargebackId } = await standin.control.disputes.open({ payment: id });
    const shown = await mollie.payments.get({ paymentId: id });
    expect(shown.amountChargedBack?.value).toBe("10.00");
    await standin.control.disputes.close(String(chargebackId), "won");
    const chargeback = await mollie.chargebacks.get({
      paymentId: id,
      chargebackId: String(chargebackId),
    });
    expect(chargeback.reversedAt).not.toBe(null);
  });

  test("a settlement lists the payments that it paid out, with fees, for an access token only", async () => {
    const key = `${letters}settle`;
    const own = clientOf(`test_${key}`);
    const { id } = await create("10.00", undefined, own);
    await standin.control.setPayment(id, "paid");
    await own.refunds.create({
      paymentId: id,
      refundRequest: { description: "Return", amount: { currency: "EUR", value: "2.00" } },
    });
    const made = await standin.control.payouts.make(key, "EUR");
    const authorization = `Bearer test_${key}`;
    const refused = await fetch(`${standin.origin}/v2/balances`, { headers: { authorization } });
    expect(refused.status).toBe(403);
    const live = await fetch(`${standin.origin}/v2/balances/primary`, {
      headers: { authorization: `Bearer access_${key}` },
    });
    expect(await live.json()).toMatchObject({ availableAmount: { value: "0.00" } });
    const office = new Client({
      serverURL: standin.origin,
      security: { advancedAccessToken: `access_${key}` },
    });
    const settlement = await office.settlements.get({ settlementId: String(made["id"]) });
    expect(settlement.amount.value).toBe("7.57");
    const settled = await office.settlements.listPayments({ settlementId: settlement.id });
    expect(settled.result.embedded?.payments?.map((payment) => payment.id)).toEqual([id]);
    const { result } = await office.balances.list({ testmode: true });
    const balanceId = result.embedded.balances[0]?.id ?? "";
    const transactions = await office.balances.listTransactions({
      balanceId,
      testmode: true,
    });
    const rows = transactions.result.embedded.balanceTransactions;
    expect(rows.map((row) => [row.type, row.resultAmount.value, row.deductions?.value])).toEqual([
      ["outgoing-transfer", "-7.57", undefined],
      ["refund", "-2.00", undefined],
      ["payment", "9.57", "-0.43"],
    ]);
  });

  test("the profile and the methods respond to a test call", async () => {
    expect((await mollie.profiles.getCurrent()).status).toBe("verified");
    const { embedded } = await mollie.methods.list({});
    expect(embedded.methods.map(({ id }) => id)).toContain("creditcard");
  });
});
