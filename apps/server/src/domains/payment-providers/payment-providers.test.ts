import { describe, expect } from "vitest";
import { seedProduct, seedStore } from "#tests/seed.ts";
import { test, type World } from "#tests/world.ts";
import { createGateways } from "../../gateways/create-gateways.ts";
import { paypalToken, recordedProvider } from "../../gateways/recorded.fixture.ts";
import { systemTransaction } from "../../platform/context.ts";
import { newId } from "../../platform/id.ts";
import { applePayPath } from "../../search-engines/mount-apple-pay-file.ts";
import { place } from "../payments/payments.fixture.ts";
import { audited, member } from "../roles/roles.fixture.ts";
import { readAccount } from "./account.ts";
import { paymentOfWebhookToken, webhookUrlOfPayment } from "./webhook-urls.ts";

const credentials = { clientSecret: "EL1t-secret", webhookId: "WH-1" };
const paypal = { provider: "paypal", environment: "sandbox", clientId: "AZDx-client", credentials };

/** Creates a store with its owner, and a PayPal stand-in that accepts the keys above and has one webhook registered. */
async function shop(world: World, url = "http://localhost:3000/api/v1/webhooks/paypal") {
  const storeId = await seedStore(world);
  const server = await recordedProvider({
    "POST /v1/oauth2/token": ({ headers }) =>
      Buffer.from((headers.authorization ?? "").slice(6), "base64").toString() ===
      "AZDx-client:EL1t-secret"
        ? paypalToken
        : { status: 401, json: { error: "invalid_client" } },
    "GET /v1/notifications/webhooks/WH-1": {
      json: { id: "WH-1", url, event_types: [{ name: "*" }] },
    },
  });
  const { database, now } = world.services;
  world.services.gateways = createGateways(database, now, { PAYPAL: server.url });
  const owner = await member(world, storeId, "ADMIN");
  const create = (body: object) =>
    owner.payments.createPaymentProvider({ storeId, body: { ...paypal, ...body } });
  return { storeId, server, owner, create };
}

describe("a payment provider's settings", () => {
  test("are checked with the provider, sealed, and shown without secrets", async ({ world }) => {
    const { storeId, server, owner, create } = await shop(world);
    await using _ = server;
    const made = await create({});
    expect(made).toMatchObject({
      provider: "PAYPAL",
      name: "PayPal",
      environment: "TEST",
      clientId: "AZDx-client",
      isActive: true,
      credentialNames: ["clientSecret", "webhookId"],
      webhook: { state: "REGISTERED", message: "" },
      version: 1,
    });
    const { id } = made;
    expect(await owner.payments.getPaymentProvider({ id })).toEqual(made);
    const staff = await member(world, storeId, ["MANAGE_SETTINGS"]);
    const all = await staff.payments.listPaymentProviders({ storeId, all: true });
    expect(all.items.map(({ provider }) => provider)).toEqual(["OTHER", "PAYPAL"]);
    const shown = await world.client().payments.listPaymentProviders({ storeId, all: true });
    expect(shown.items).toEqual([
      {
        id,
        provider: "PAYPAL",
        name: "PayPal",
        environment: "TEST",
        clientId: "AZDx-client",
        scriptUrl: `${server.url}/sdk/js`,
      },
      {
        id: expect.any(String) as string,
        provider: "OTHER",
        name: "Test payment",
        environment: "TEST",
        clientId: "test",
        scriptUrl: null,
      },
    ]);
    const { rows } = await world.admin.query<{ sealed: Buffer }>(
      "select sealed from shop.payment_credentials",
    );
    const written = [rows[0]?.sealed.toString("latin1"), made, all, await audited(world, id)];
    expect(JSON.stringify(written)).not.toContain("EL1t-secret");
    const account = await systemTransaction(world.services, storeId, (tx) =>
      readAccount(tx, world.services, "PAYPAL", "TEST"),
    );
    expect(account).toMatchObject({ id, clientId: "AZDx-client", credentials });
  });

  test("are rejected with the name of the field if they are wrong, and nothing is saved", async ({
    world,
  }) => {
    const { server, owner, storeId, create } = await shop(world);
    await using _ = server;
    const wrong = (body: object, path: string) =>
      expect(create(body)).rejects.toMatchObject({
        code: "VALIDATION_FAILED",
        details: [expect.objectContaining({ path }) as object],
      });
    await wrong({ credentials: { clientSecret: "other" } }, "body.credentials.clientSecret");
    await wrong(
      { credentials: { ...credentials, webhookId: "WH-2" } },
      "body.credentials.webhookId",
    );
    await wrong({ credentials: { ...credentials, apiKey: "x" } }, "body.credentials.apiKey");
    await wrong({ credentials: {} }, "body.credentials.clientSecret");
    await wrong({ clientId: "test" }, "body.clientId");
    await wrong({ provider: "other", environment: "LIVE" }, "body.environment");
    await wrong(
      { provider: "stripe", clientId: "pk_live_1", credentials: { secretKey: "sk_test_1" } },
      "body.clientId",
    );
    await wrong(
      { provider: "stripe", clientId: "pk_test_1", credentials: { secretKey: "sk_live_1" } },
      "body.credentials.secretKey",
    );
    await wrong(
      { provider: "mollie", environment: "production", credentials: { apiKey: "test_1" } },
      "body.credentials.apiKey",
    );
    await expect(create({ environment: "staging" })).rejects.toMatchObject({
      code: "VALIDATION_FAILED",
      message: expect.stringContaining(
        "Payment environment must be production or sandbox",
      ) as string,
    });
    server.answers["POST /v1/oauth2/token"] = null;
    await expect(create({})).rejects.toMatchObject({ code: "PROVIDER_ERROR" });
    expect((await owner.payments.listPaymentProviders({ storeId, all: true })).items).toHaveLength(
      1,
    );
  });

  test("say which webhook to register", async ({ world }) => {
    const { server, create, owner } = await shop(world, "https://elsewhere.example/hook");
    await using _ = server;
    const { id, webhook } = await create({});
    expect(webhook).toMatchObject({
      url: "http://localhost:3000/api/v1/webhooks/paypal",
      state: "MISSING",
      message: expect.stringContaining("http://localhost:3000/api/v1/webhooks/paypal") as string,
    });
    server.answers["GET /v1/notifications/webhooks/WH-1"] = {
      json: { id: "WH-1", url: webhook.url, event_types: [{ name: "*" }] },
    };
    const checked = await owner.payments.updatePaymentProvider({ id, body: {} });
    expect(checked.webhook).toMatchObject({ state: "REGISTERED", message: "" });
  });

  test("can be changed in part, and the earlier keys stay until the new ones work", async ({
    world,
  }) => {
    const { server, create, owner, storeId } = await shop(world);
    await using _ = server;
    const { id } = await create({});
    await expect(create({})).rejects.toMatchObject({ code: "ALREADY_EXISTS" });
    const update = (body: Parameters<typeof owner.payments.updatePaymentProvider>[0]["body"]) =>
      owner.payments.updatePaymentProvider({ id, body });
    await expect(update({ credentials: { clientSecret: "wrong" } })).rejects.toMatchObject({
      code: "VALIDATION_FAILED",
    });
    server.answers["POST /v1/oauth2/token"] = paypalToken;
    const changed = await update({ credentials: { clientSecret: "EL1t-second" } });
    expect(changed).toMatchObject({ version: 2, credentialNames: ["clientSecret", "webhookId"] });
    const account = await systemTransaction(world.services, storeId, (tx) =>
      readAccount(tx, world.services, "PAYPAL", "TEST"),
    );
    expect(account?.credentials).toEqual({ clientSecret: "EL1t-second", webhookId: "WH-1" });
    server.answers["POST /v1/oauth2/token"] = null;
    await expect(update({ clientId: "other" })).rejects.toMatchObject({ code: "PROVIDER_ERROR" });
    // A provider can be deactivated even while it doesn't respond.
    expect(await update({ isActive: false })).toMatchObject({ isActive: false, version: 3 });
    const shown = await world.client().payments.listPaymentProviders({ storeId });
    expect(shown.items.map(({ provider }) => provider)).toEqual(["OTHER"]);
  });

  test("can't be deleted while a payment is open, but can be deleted afterwards", async ({
    world,
  }) => {
    const { server, storeId, owner } = await shop(world);
    await using _ = server;
    const { variantIds } = await seedProduct(world, storeId, { stock: 5 });
    const order = await place(world, { storeId, variantId: variantIds[0] ?? "" });
    await order.intent();
    const { items } = await owner.payments.listPaymentProviders({ storeId, all: true });
    const id = items[0]?.id ?? "";
    await expect(owner.payments.deletePaymentProvider({ id })).rejects.toMatchObject({
      code: "OPEN_ORDERS",
    });
    await owner.payments.updatePaymentProvider({ id, body: { isActive: false } });
    // Payments that were already started can still be completed or canceled.
    await order.client.orders.cancelOrder({ id: order.id });
    await owner.payments.deletePaymentProvider({ id });
    expect((await owner.payments.listPaymentProviders({ storeId, all: true })).items).toEqual([]);
    const again = await owner.payments.createPaymentProvider({
      storeId,
      body: { provider: "OTHER", environment: "TEST" },
    });
    expect(again).toMatchObject({ clientId: "test", webhook: { url: null, state: "NOT_NEEDED" } });
  });

  test("can't be read or changed by other stores or by managers", async ({ world }) => {
    const { server, create, storeId } = await shop(world);
    await using _ = server;
    const { id } = await create({});
    const manager = await member(world, storeId, "MANAGER");
    const other = await member(world, await seedStore(world), "ADMIN");
    const change = (who: typeof manager) =>
      who.payments.updatePaymentProvider({ id, body: { isActive: false } });
    await expect(change(manager)).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(change(other)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(other.payments.getPaymentProvider({ id })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  });
});

test("the Apple Pay domain file is served at the store's hosts while its provider is active", async ({
  world,
}) => {
  const { server, create, owner, storeId } = await shop(world);
  await using _ = server;
  const { rows } = await world.admin.query<{ slug: string }>(
    "select slug from shop.stores where id = $1",
    [storeId],
  );
  const get = (host = `${rows[0]?.slug}.localhost`) =>
    world.inject({ url: applePayPath, headers: { host } });
  expect((await get()).statusCode).toBe(404);
  const { id, hasApplePayDomainFile } = await create({ applePayDomainFile: "7B2270737\r\n" });
  expect(hasApplePayDomainFile).toBe(true);
  const file = await get();
  expect([file.statusCode, file.body]).toEqual([200, "7B2270737\r\n"]);
  expect(file.headers["content-type"]).toContain("text/plain");
  expect((await get("elsewhere.example")).statusCode).toBe(421);
  await owner.payments.updatePaymentProvider({ id, body: { isActive: false } });
  expect((await get()).statusCode).toBe(404);
});

test("the webhook URL of a payment is always the same, and other URLs are rejected", ({
  world,
}) => {
  const id = newId();
  const url = webhookUrlOfPayment(world.services, id);
  expect(webhookUrlOfPayment(world.services, id)).toBe(url);
  const token = url.split("/").at(-1) ?? "";
  expect(paymentOfWebhookToken(world.services, token)).toBe(id);
  for (const forged of [
    "",
    id,
    `${id}.`,
    `${newId()}.${token.split(".")[1]}`,
    `${token}.x`,
    token.slice(0, -1),
  ])
    expect(paymentOfWebhookToken(world.services, forged)).toBeNull();
});
