import { mkdtempSync, readFileSync, appendFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { captureOf, orderOf, paypalClient } from "../paypal/paypal-client.fixture.ts";
import { type Standin, type StartOptions, start } from "../start.ts";

const started: Standin[] = [];

afterEach(async () => {
  for (const each of started.splice(0)) await each.stop();
});

async function startPayPal(options: StartOptions = {}): Promise<Standin> {
  const paypal = await start("paypal", options);
  started.push(paypal);
  return paypal;
}

const orders = "/v2/checkout/orders";
const keyed = { "paypal-request-id": "key-1" };

describe("the ledger", () => {
  test("restores state, responses and certificates after a restart, and drops an incomplete last line", async () => {
    const dataFile = path.join(mkdtempSync(path.join(tmpdir(), "standins-")), "paypal.jsonl");
    const first = await startPayPal({ dataFile });
    const call = await paypalClient(first.origin);
    const created = await call("POST", orders, orderOf("10.00"), keyed);
    const id = String(created.body["id"]);
    await first.control.approveOrder(id);
    const captured = await call("POST", `${orders}/${id}/capture`, {}, keyed);
    const root = await first.control.rootCertificate();
    const entries = await first.control.ledger();
    await first.stop();
    started.length = 0;
    appendFileSync(dataFile, '{"seq":99,"rows":[["orders",');

    const second = await startPayPal({ dataFile });
    expect(await second.control.ledger()).toEqual(entries);
    expect(await second.control.rootCertificate()).toBe(root);
    const later = await paypalClient(second.origin);
    const repeated = await later("POST", `${orders}/${id}/capture`, {}, keyed);
    expect(captureOf(repeated.body)["id"]).toBe(captureOf(captured.body)["id"]);
    await second.control.reset();
    expect(await second.control.ledger()).toEqual([]);
    const lines = readFileSync(dataFile, "utf8").trimEnd().split("\n");
    const sequence = lines.map((line) => (JSON.parse(line) as { seq: number }).seq);
    expect(sequence).toEqual(sequence.map((_, index) => index + 1));
  });
});

describe("a fault", () => {
  test.each([
    ["timeout", true],
    ["lost", true],
    ["close", false],
  ] as const)("%s closes the connection, committed: %s", async (kind, isCommitted) => {
    const paypal = await startPayPal();
    const call = await paypalClient(paypal.origin);
    const { body } = await call("POST", orders, orderOf("10.00"));
    const id = String(body["id"]);
    await paypal.control.approveOrder(id);
    await paypal.control.faults.add({ on: `POST ${orders}/*/capture`, kind, seconds: 0 });
    await expect(call("POST", `${orders}/${id}/capture`, {}, keyed)).rejects.toThrow(
      "fetch failed",
    );
    expect(await paypal.control.ledger()).toHaveLength(isCommitted ? 1 : 0);
    const repeated = await call("POST", `${orders}/${id}/capture`, {}, keyed);
    expect(repeated.status).toBe(isCommitted ? 200 : 201);
    expect(await paypal.control.ledger()).toHaveLength(1);
    const seen = (await paypal.control.requests(`${orders}/${id}`)).map(
      ({ fault, status, replayed }) => [fault, status, replayed],
    );
    expect(seen).toEqual([
      [kind, null, false],
      [null, repeated.status, isCommitted],
    ]);
  });

  test.each([
    ["status", 500, false],
    ["status-after", 500, true],
    ["rate-limit", 429, false],
    ["garbage", 200, true],
  ] as const)("%s answers %s, committed: %s", async (kind, status, isCommitted) => {
    const paypal = await startPayPal();
    const call = await paypalClient(paypal.origin);
    await paypal.control.faults.add({ on: `POST ${orders}`, kind, seconds: 7 });
    const answer = await fetch(paypal.origin + orders, {
      method: "POST",
      headers: {
        authorization: await bearer(paypal),
        "content-type": "application/json",
        ...keyed,
      },
      body: JSON.stringify(orderOf("10.00")),
    });
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([
      status,
      kind === "rate-limit" ? "7" : null,
    ]);
    const repeated = await call("POST", orders, orderOf("10.00"), keyed);
    expect(repeated.status).toBe(isCommitted ? 200 : 201);
  });

  test("delays the response, and refuses the same key in the meantime", async () => {
    const paypal = await startPayPal();
    const call = await paypalClient(paypal.origin);
    await paypal.control.faults.add({ on: `POST ${orders}`, kind: "stall", seconds: 0.3 });
    const first = call("POST", orders, orderOf("10.00"), keyed);
    await expect
      .poll(async () => (await call("POST", orders, orderOf("10.00"), keyed)).status)
      .toBe(409);
    expect((await first).status).toBe(201);
    expect((await call("POST", orders, orderOf("10.00"), keyed)).status).toBe(200);
  });

  test("can start at a later request and apply several times", async () => {
    const paypal = await startPayPal();
    const call = await paypalClient(paypal.origin);
    await paypal.control.faults.add({
      on: "* /v2/*",
      kind: "status",
      status: 503,
      afterMatches: 1,
      times: 2,
    });
    const statuses: number[] = [];
    for (const _ of [1, 2, 3, 4])
      statuses.push((await call("POST", orders, orderOf("10.00"))).status);
    expect(statuses).toEqual([201, 503, 503, 201]);
    expect(await paypal.control.faults.list()).toEqual([]);
  });
});

test("a control call with a wrong value names its field", async () => {
  const { origin } = await startPayPal();
  const answer = await fetch(`${origin}/_control/deliveries/release`, {
    method: "POST",
    body: JSON.stringify({ order: "sideways" }),
  });
  expect([answer.status, await answer.json()]).toEqual([
    400,
    { error: "Send `order` as one of made, reversed, shuffled." },
  ]);
});

async function bearer({ origin }: Standin): Promise<string> {
  const answer = await fetch(`${origin}/v1/oauth2/token`, {
    method: "POST",
    headers: { authorization: `Basic ${Buffer.from("shop-one:secret").toString("base64")}` },
    body: new URLSearchParams({ grant_type: "client_credentials" }),
  });
  const { access_token: token } = (await answer.json()) as { access_token: string };
  return `Bearer ${token}`;
}
