import { X509Certificate, verify } from "node:crypto";
import { crc32 } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Received, receiveWebhooks } from "../core/webhook-receiver.fixture.ts";
import type { Json } from "../core/types.ts";
import { type Standin, start } from "../start.ts";
import { captureOf, orderOf, paypalClient } from "./paypal-client.fixture.ts";

let paypal: Standin;
let shop: Awaited<ReturnType<typeof receiveWebhooks>>;
let webhookId: string;
let call: Awaited<ReturnType<typeof paypalClient>>;

beforeAll(async () => {
  paypal = await start("paypal");
  shop = await receiveWebhooks();
  call = await paypalClient(paypal.origin);
  const url = `${shop.url}/webhooks/paypal`;
  const { body } = await call("POST", "/v1/notifications/webhooks", {
    url,
    event_types: [{ name: "*" }],
  });
  webhookId = String(body["id"]);
});

beforeEach(() => {
  shop.received.length = 0;
  shop.settings.status = 200;
});

afterAll(async () => {
  await paypal.stop();
  await shop.stop();
});

const byText = (a: string, b: string) => a.localeCompare(b);

async function capturedOrder(): Promise<{ id: string; capture: Json }> {
  const { body } = await call("POST", "/v2/checkout/orders", orderOf("10.00"));
  const id = String(body["id"]);
  await paypal.control.approveOrder(id);
  const answer = await call("POST", `/v2/checkout/orders/${id}/capture`);
  return { id, capture: captureOf(answer.body) };
}

/** Verifies a delivery's signature as PayPal describes it, without using this package's own code. */
async function verified({ headers, body }: Pick<Received, "headers" | "body">): Promise<string> {
  const certUrl = headers["paypal-cert-url"];
  if (certUrl === undefined) return "unsigned";
  const pem = await (await fetch(certUrl)).text();
  const [leaf, middle] = (pem.match(/-----BEGIN[^-]*-----[^-]*-----END[^-]*-----/g) ?? []).map(
    (each) => new X509Certificate(each),
  );
  const root = new X509Certificate(await paypal.control.rootCertificate());
  if (leaf === undefined || middle === undefined) return "no chain";
  if (!leaf.checkIssued(middle) || !leaf.verify(middle.publicKey)) return "leaf";
  if (!middle.checkIssued(root) || !middle.verify(root.publicKey)) return "root";
  if (leaf.checkHost("messageverificationcerts.sandbox.paypal.com") === undefined) return "name";
  if (new Date(leaf.validTo) < new Date()) return "expired";
  const time = headers["paypal-transmission-time"] ?? "";
  const message = [headers["paypal-transmission-id"], time, webhookId, crc32(body)].join("|");
  const signature = Buffer.from(headers["paypal-transmission-sig"] ?? "", "base64");
  if (!verify("sha256", Buffer.from(message), leaf.publicKey, signature)) return "signature";
  return Math.abs(Date.now() - new Date(time).getTime()) > 3600_000 ? "time" : "genuine";
}

describe("webhooks", () => {
  test("carry PayPal's signature", async () => {
    const { id } = await capturedOrder();
    await paypal.control.webhooks.drain();
    const bodies = shop.received.map(({ body }) => JSON.parse(body) as Json);
    expect(bodies.map((body) => String(body["event_type"])).toSorted(byText)).toEqual([
      "CHECKOUT.ORDER.APPROVED",
      "CHECKOUT.ORDER.COMPLETED",
      "PAYMENT.CAPTURE.COMPLETED",
    ]);
    const capture = bodies.find((body) => body["event_type"] === "PAYMENT.CAPTURE.COMPLETED");
    expect(capture).toMatchObject({
      resource: { custom_id: "order-1", supplementary_data: { related_ids: { order_id: id } } },
    });
    expect(await Promise.all(shop.received.map(verified))).toEqual([
      "genuine",
      "genuine",
      "genuine",
    ]);
    const [received] = shop.received;
    const { headers = {}, body = "" } = received ?? {};
    const check = await call("POST", "/v1/notifications/verify-webhook-signature", {
      auth_algo: headers["paypal-auth-algo"],
      cert_url: headers["paypal-cert-url"],
      transmission_id: headers["paypal-transmission-id"],
      transmission_sig: headers["paypal-transmission-sig"],
      transmission_time: headers["paypal-transmission-time"],
      webhook_id: webhookId,
      webhook_event: JSON.parse(body) as Json,
    });
    expect(check.body).toEqual({ verification_status: "SUCCESS" });
  });

  test.each([
    ["unsigned", "unsigned"],
    ["forged", "root"],
    ["expired", "root"],
    ["foreign", "signature"],
    ["changed", "signature"],
    ["old", "time"],
    ["future", "time"],
    ["twin", "genuine"],
  ] as const)("forged as %s fail at: %s", async (how, expected) => {
    await capturedOrder();
    await paypal.control.webhooks.drain();
    const list = await paypal.control.webhooks.list();
    const genuine = list.findLast(({ event }) => event === "PAYMENT.CAPTURE.COMPLETED");
    const forged = await paypal.control.webhooks.forge(genuine?.id ?? "", how);
    expect(forged.status).toBe(200);
    const last = shop.received.at(-1);
    expect(last?.body).toBe(forged.body);
    expect(await verified(forged)).toBe(expected);
    const before = JSON.parse(genuine?.body ?? "{}") as Json;
    const after = JSON.parse(forged.body) as Json;
    expect(after["id"] === before["id"]).toBe(how === "unsigned");
  });

  test("can be forged with the same checksum and another amount", async () => {
    await capturedOrder();
    await paypal.control.webhooks.drain();
    const list = await paypal.control.webhooks.list();
    const genuine = list.findLast(({ event }) => event === "PAYMENT.CAPTURE.COMPLETED");
    const { body } = await paypal.control.webhooks.forge(genuine?.id ?? "", "twin", false);
    expect(crc32(body)).toBe(crc32(genuine?.body ?? ""));
    expect(JSON.parse(body)).toMatchObject({ resource: { amount: { value: "0.01" } } });
  });

  test("are sent again until they are accepted", async () => {
    shop.settings.status = 500;
    await call("POST", "/v1/notifications/simulate-event", {
      event_type: "PAYMENT.CAPTURE.DENIED",
      webhook_id: webhookId,
    });
    await expect.poll(() => shop.received.length).toBeGreaterThan(1);
    shop.settings.status = 200;
    await paypal.control.webhooks.drain();
    const delivery = (await paypal.control.webhooks.list()).at(-1);
    expect([delivery?.status, delivery?.attempts.at(-1)?.status]).toEqual(["delivered", 200]);
    const ids = new Set(shop.received.map(({ headers }) => headers["paypal-transmission-id"]));
    expect(ids.size).toBe(1);
  });

  test("can be duplicated, held and reordered", async () => {
    await paypal.control.webhooks.mode({ hold: true, copies: 3 });
    await capturedOrder();
    await paypal.control.webhooks.drain();
    expect(shop.received).toEqual([]);
    await paypal.control.webhooks.release("reversed");
    const types = shop.received.map(({ body }) => (JSON.parse(body) as Json)["event_type"]);
    const expected = [
      "CHECKOUT.ORDER.COMPLETED",
      "PAYMENT.CAPTURE.COMPLETED",
      "CHECKOUT.ORDER.APPROVED",
    ];
    expect(types).toEqual(expected.flatMap((type) => [type, type, type]));
    await paypal.control.webhooks.mode({ hold: false, copies: 1 });
  });

  test("go to the account's own URLs, each registered once", async () => {
    const url = `${shop.url}/webhooks/paypal`;
    const again = await call("POST", "/v1/notifications/webhooks", {
      url,
      event_types: [{ name: "*" }],
    });
    expect([again.status, again.body["name"]]).toEqual([400, "WEBHOOK_URL_ALREADY_EXISTS"]);
    const other = await paypalClient(paypal.origin, "shop-two");
    expect((await other("GET", "/v1/notifications/webhooks")).body).toEqual({ webhooks: [] });
  });
});
