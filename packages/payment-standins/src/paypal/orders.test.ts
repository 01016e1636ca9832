import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Json } from "../core/types.ts";
import { type Standin, start } from "../start.ts";
import {
  type PayPalClient,
  captureOf,
  issueOf,
  orderOf,
  paypalClient,
} from "./paypal-client.fixture.ts";

let paypal: Standin;
let call: PayPalClient;

beforeAll(async () => {
  paypal = await start("paypal");
  call = await paypalClient(paypal.origin);
});

afterAll(() => paypal.stop());

const eur = (value: string) => ({ currency_code: "EUR", value });
const amountPath = "/purchase_units/@reference_id=='default'/amount";
const patch = (value: string) => [{ op: "replace", path: amountPath, value: eur(value) }];

async function approvedOrder(value = "19.99", approval: Json = {}): Promise<string> {
  const { body } = await call("POST", "/v2/checkout/orders", orderOf(value));
  const id = String(body["id"]);
  await paypal.control.approveOrder(id, approval);
  return id;
}

async function capturedOrder(value = "19.99"): Promise<Json> {
  const id = await approvedOrder(value);
  return captureOf((await call("POST", `/v2/checkout/orders/${id}/capture`)).body);
}

describe("credentials", () => {
  test("a wrong secret and a wrong token are refused", async () => {
    const credentials = Buffer.from("shop:wrong").toString("base64");
    const answer = await fetch(`${paypal.origin}/v1/oauth2/token`, {
      method: "POST",
      headers: { authorization: `Basic ${credentials}` },
      body: new URLSearchParams({ grant_type: "client_credentials" }),
    });
    expect([answer.status, await answer.json()]).toMatchObject([401, { error: "invalid_client" }]);
    const bad = await call("GET", "/v2/checkout/orders/X", undefined, {
      authorization: "Bearer x",
    });
    expect([bad.status, bad.body["error"]]).toEqual([401, "invalid_token"]);
  });

  test("a token expires", async () => {
    const own = await start("paypal");
    const client = await paypalClient(own.origin);
    await own.control.clock.advance(32_401);
    expect((await client("POST", "/v2/checkout/orders", orderOf())).status).toBe(401);
    await own.stop();
  });

  test("an order doesn't exist for another account", async () => {
    const { body } = await call("POST", "/v2/checkout/orders", orderOf());
    const other = await paypalClient(paypal.origin, "shop-two");
    const answer = await other("GET", `/v2/checkout/orders/${String(body["id"])}`);
    expect([answer.status, answer.body["name"]]).toEqual([404, "RESOURCE_NOT_FOUND"]);
  });
});

describe("an order", () => {
  test("is created, approved and captured once", async () => {
    const created = await call("POST", "/v2/checkout/orders", orderOf("19.99"));
    expect([created.status, created.body["status"]]).toEqual([201, "CREATED"]);
    const id = String(created.body["id"]);
    const early = await call("POST", `/v2/checkout/orders/${id}/capture`);
    expect([early.status, issueOf(early)]).toEqual([422, "ORDER_NOT_APPROVED"]);
    await paypal.control.approveOrder(id);
    const captured = await call("POST", `/v2/checkout/orders/${id}/capture`);
    expect([captured.status, captured.body["status"]]).toEqual([201, "COMPLETED"]);
    expect(captureOf(captured.body)).toMatchObject({
      status: "COMPLETED",
      amount: { currency_code: "EUR", value: "19.99" },
      custom_id: "order-1",
      seller_receivable_breakdown: {
        paypal_fee: { value: "1.05" },
        net_amount: { value: "18.94" },
      },
    });
    const again = await call("POST", `/v2/checkout/orders/${id}/capture`);
    expect([again.status, issueOf(again)]).toEqual([422, "ORDER_ALREADY_CAPTURED"]);
    expect(await paypal.control.ledger({ payment: id })).toMatchObject([
      { kind: "capture", amountMinor: 1999, feeMinor: 105, netMinor: 1894, reference: "order-1" },
    ]);
  });

  test("is declined until the buyer approves with another instrument", async () => {
    const id = await approvedOrder("10.00", { declines: true });
    for (const attempt of ["first", "second"]) {
      const answer = await call(
        "POST",
        `/v2/checkout/orders/${id}/capture`,
        {},
        { "paypal-request-id": `${id}${attempt}` },
      );
      expect([answer.status, issueOf(answer)]).toEqual([422, "INSTRUMENT_DECLINED"]);
    }
    await paypal.control.approveOrder(id);
    const repeated = await call(
      "POST",
      `/v2/checkout/orders/${id}/capture`,
      {},
      { "paypal-request-id": `${id}first` },
    );
    expect(issueOf(repeated)).toBe("INSTRUMENT_DECLINED");
    expect((await call("POST", `/v2/checkout/orders/${id}/capture`)).status).toBe(201);
  });

  test("gives the wallet's address and buyer to the shop", async () => {
    const address = {
      address_line_1: "Via Roma 1",
      admin_area_2: "Milano",
      postal_code: "20121",
      country_code: "IT",
    };
    const id = await approvedOrder("10.00", {
      address,
      name: "Ada Rossi",
      email: "ada@example.com",
    });
    const { body } = await call("GET", `/v2/checkout/orders/${id}`);
    expect(body).toMatchObject({
      status: "APPROVED",
      payer: { email_address: "ada@example.com" },
      purchase_units: [{ shipping: { name: { full_name: "Ada Rossi" }, address } }],
    });
  });

  test("changes its amount until it is approved", async () => {
    const { body } = await call("POST", "/v2/checkout/orders", orderOf("10.00"));
    const path = `/v2/checkout/orders/${String(body["id"])}`;
    expect((await call("PATCH", path, patch("12.00"))).status).toBe(204);
    const shown = await call("GET", path);
    expect(shown.body).toMatchObject({ purchase_units: [{ amount: { value: "12.00" } }] });
    await paypal.control.approveOrder(String(body["id"]));
    expect(issueOf(await call("PATCH", path, patch("12.01")))).toBe("AMOUNT_CHANGE_NOT_ALLOWED");
    await call("POST", `${path}/capture`);
    expect(issueOf(await call("PATCH", path, patch("1.00")))).toBe("ORDER_ALREADY_COMPLETED");
  });

  test.each([
    ["19.999", "EUR", "DECIMAL_PRECISION"],
    ["19.9", "JPY", "DECIMAL_PRECISION"],
    ["0.00", "EUR", "CANNOT_BE_ZERO_OR_NEGATIVE"],
    ["-1.00", "EUR", "CANNOT_BE_ZERO_OR_NEGATIVE"],
    ["ten", "EUR", "INVALID_PARAMETER_VALUE"],
    ["10.00", "eur", "INVALID_CURRENCY_CODE"],
  ])("of %s %s is refused: %s", async (value, currency, issue) => {
    expect(issueOf(await call("POST", "/v2/checkout/orders", orderOf(value, currency)))).toBe(
      issue,
    );
  });

  test("whose breakdown doesn't add up is refused", async () => {
    const breakdown = { item_total: eur("9.00"), shipping: eur("2.00"), discount: eur("1.50") };
    const order = {
      intent: "CAPTURE",
      purchase_units: [{ amount: { ...eur("10.00"), breakdown } }],
    };
    expect(issueOf(await call("POST", "/v2/checkout/orders", order))).toBe("AMOUNT_MISMATCH");
  });

  test("fails as the header PayPal-Mock-Response requests", async () => {
    const id = await approvedOrder();
    const headers = { "paypal-mock-response": '{"mock_application_codes": "INSTRUMENT_DECLINED"}' };
    const answer = await call("POST", `/v2/checkout/orders/${id}/capture`, {}, headers);
    expect([answer.status, issueOf(answer)]).toEqual([422, "INSTRUMENT_DECLINED"]);
    expect(answer.body["debug_id"]).toBe(answer.headers.get("paypal-debug-id"));
    expect(await paypal.control.ledger({ payment: id })).toEqual([]);
  });

  test("that isn't approved no longer exists after six hours", async () => {
    const own = await start("paypal");
    const client = await paypalClient(own.origin);
    const { body } = await client("POST", "/v2/checkout/orders", orderOf());
    await own.control.clock.advance(6 * 3600 + 1);
    expect((await client("GET", `/v2/checkout/orders/${String(body["id"])}`)).status).toBe(404);
    await own.stop();
  });
});

describe("a request id", () => {
  const headers = { "paypal-request-id": "request-1" };

  test("repeats the first response for six hours, even for a different body", async () => {
    const own = await start("paypal");
    const client = await paypalClient(own.origin);
    const first = await client("POST", "/v2/checkout/orders", orderOf("10.00"), headers);
    const second = await client("POST", "/v2/checkout/orders", orderOf("99.00"), headers);
    expect([first.status, second.status]).toEqual([201, 200]);
    expect(second.body).toEqual(first.body);
    await own.control.clock.advance(6 * 3600);
    const third = await client("POST", "/v2/checkout/orders", orderOf("10.00"), headers);
    expect([third.status, third.body["id"] === first.body["id"]]).toEqual([201, false]);
    const requests = await own.control.requests("/v2/checkout/orders");
    expect(requests.map(({ replayed }) => replayed)).toEqual([false, true, false]);
    await own.stop();
  });

  test("repeats a refund's response for 45 days", async () => {
    const own = await start("paypal");
    const client = await paypalClient(own.origin);
    const { body } = await client("POST", "/v2/checkout/orders", orderOf("10.00"));
    await own.control.approveOrder(String(body["id"]));
    const order = await client("POST", `/v2/checkout/orders/${String(body["id"])}/capture`);
    const path = `/v2/payments/captures/${String(captureOf(order.body)["id"])}/refund`;
    const refund = { amount: { currency_code: "EUR", value: "4.00" } };
    const first = await client("POST", path, refund, headers);
    await own.control.clock.advance(44 * 24 * 3600);
    const later = await paypalClient(own.origin);
    expect((await later("POST", path, refund, headers)).body).toEqual(first.body);
    await own.control.clock.advance(2 * 24 * 3600);
    const afterwards = await paypalClient(own.origin);
    expect((await afterwards("POST", path, refund, headers)).body["id"]).not.toBe(first.body["id"]);
    await own.stop();
  });
});

describe("a refund", () => {
  test("never exceeds the capture", async () => {
    const capture = await capturedOrder("10.00");
    const path = `/v2/payments/captures/${String(capture["id"])}/refund`;
    const refund = (value: string) =>
      call("POST", path, { amount: { currency_code: "EUR", value } });
    expect((await refund("6.00")).status).toBe(201);
    expect(issueOf(await refund("4.01"))).toBe("REFUND_AMOUNT_EXCEEDED");
    expect(
      issueOf(await call("POST", path, { amount: { currency_code: "USD", value: "1.00" } })),
    ).toBe("REFUND_CAPTURE_CURRENCY_MISMATCH");
    const rest = await call("POST", path, {}, { prefer: "return=representation" });
    expect(rest.body).toMatchObject({
      status: "COMPLETED",
      amount: { value: "4.00" },
      seller_payable_breakdown: { total_refunded_amount: { value: "10.00" } },
    });
    expect(issueOf(await refund("0.01"))).toBe("CAPTURE_FULLY_REFUNDED");
    const shown = await call("GET", `/v2/payments/captures/${String(capture["id"])}`);
    expect(shown.body["status"]).toBe("REFUNDED");
  });

  test("that is pending can fail, which returns the money", async () => {
    const capture = await capturedOrder("10.00");
    const id = String(capture["id"]);
    await paypal.control.changeCapture(id, { nextRefund: "PENDING" });
    const { body } = await call("POST", `/v2/payments/captures/${id}/refund`, {});
    expect(body["status"]).toBe("PENDING");
    await paypal.control.refunds.settle(String(body["id"]), "failed");
    const shown = await call("GET", `/v2/payments/refunds/${String(body["id"])}`);
    expect(shown.body["status"]).toBe("FAILED");
    const entries = paypal.ledger().filter((entry) => entry.id === body["id"]);
    expect(entries.map(({ kind, netMinor }) => [kind, netMinor])).toEqual([
      ["refund", -1000],
      ["refund_reversal", 1000],
    ]);
  });
});

describe("a pending capture", () => {
  test.each([
    ["completed", "COMPLETED", 1],
    ["declined", "DECLINED", 0],
  ] as const)("ends %s", async (status, shown, entries) => {
    const id = await approvedOrder("10.00", { pending: true });
    const capture = captureOf((await call("POST", `/v2/checkout/orders/${id}/capture`)).body);
    expect(capture["status"]).toBe("PENDING");
    await paypal.control.changeCapture(String(capture["id"]), { status });
    const { body } = await call("GET", `/v2/payments/captures/${String(capture["id"])}`);
    expect(body["status"]).toBe(shown);
    expect(await paypal.control.ledger({ payment: id })).toHaveLength(entries);
  });
});

describe("disputes and reports", () => {
  test("a dispute is listed and closed, and its money moves", async () => {
    const capture = await capturedOrder("10.00");
    const { id } = await paypal.control.disputes.open({ payment: String(capture["id"]) });
    const listed = await call(
      "GET",
      `/v1/customer/disputes?disputed_transaction_id=${String(capture["id"])}`,
    );
    expect(listed.body).toMatchObject({
      items: [{ dispute_id: id, status: "WAITING_FOR_SELLER_RESPONSE" }],
    });
    await paypal.control.disputes.close(String(id), "won");
    const shown = await call("GET", `/v1/customer/disputes/${String(id)}`);
    expect(shown.body).toMatchObject({
      status: "RESOLVED",
      dispute_outcome: { outcome_code: "RESOLVED_SELLER_FAVOUR" },
    });
    const entries = paypal.ledger().filter((entry) => entry.id === id);
    expect(entries.map(({ netMinor }) => netMinor)).toEqual([-1000, 1000]);
  });

  test("transactions list captures with fees, refunds and withdrawals", async () => {
    const client = await paypalClient(paypal.origin, "shop-reports");
    const { body } = await client("POST", "/v2/checkout/orders", orderOf("10.00"));
    await paypal.control.approveOrder(String(body["id"]));
    const order = await client("POST", `/v2/checkout/orders/${String(body["id"])}/capture`);
    const capture = String(captureOf(order.body)["id"]);
    await client("POST", `/v2/payments/captures/${capture}/refund`, {
      amount: { currency_code: "EUR", value: "2.00" },
    });
    await paypal.control.payouts.make("shop-reports", "EUR");
    const range = new URLSearchParams({
      start_date: new Date(Date.now() - 3600_000).toISOString(),
      end_date: new Date(Date.now() + 3600_000).toISOString(),
    });
    const path = `/v1/reporting/transactions?${String(range)}`;
    const early = await client("GET", path);
    expect(early.body).not.toHaveProperty("transaction_details");
    await paypal.control.clock.advance(4 * 3600);
    const report = await client("GET", path);
    const details = report.body["transaction_details"] as { transaction_info: Json }[];
    expect(
      details.map(({ transaction_info: info }) => [
        info["transaction_event_code"],
        info["transaction_amount"],
        info["fee_amount"],
      ]),
    ).toEqual([
      ["T0006", { currency_code: "EUR", value: "10.00" }, { currency_code: "EUR", value: "-0.70" }],
      ["T1107", { currency_code: "EUR", value: "-2.00" }, undefined],
      ["T0400", { currency_code: "EUR", value: "-7.30" }, undefined],
    ]);
  });
});
