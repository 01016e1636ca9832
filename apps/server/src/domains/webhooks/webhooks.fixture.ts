import { createHmac } from "node:crypto";
import { Stripe } from "stripe";
import { onTestFinished } from "vitest";
import { registerWebhook } from "@vetrina/payment-standins/register-webhook";
import { type Standin, start } from "@vetrina/payment-standins/start";
import { runJobs } from "#tests/run-jobs.ts";
import { seedProduct, seedStore } from "#tests/seed.ts";
import type { World } from "#tests/world.ts";
import { createGateways } from "../../gateways/create-gateways.ts";
import { createPayPalCertificates } from "../../gateways/paypal/certificates.ts";
import { makeDue } from "../../platform/jobs/jobs.fixture.ts";
import { place } from "../payments/payments.fixture.ts";
import { member, type Person } from "../roles/roles.fixture.ts";
import { processWebhooks } from "./jobs.ts";

export type SignedProvider = "paypal" | "stripe";

export type WebhookShop = {
  provider: SignedProvider;
  storeId: string;
  variantId: string;
  standin: Standin;
  /** Where the server listens. */
  origin: string;
  owner: Person;
};

/** Makes the server listen, so that the providers' stand-ins can deliver events when a test releases them. */
export async function listen(
  world: World,
): Promise<{ origin: string; standins: Record<SignedProvider, Standin> }> {
  const origin = await world.app.listen({ port: 0, host: "127.0.0.1" });
  const [paypal, stripe] = await Promise.all([start("paypal"), start("stripe")]);
  onTestFinished(async () => void (await Promise.all([paypal.stop(), stripe.stop()])));
  const { services } = world;
  services.gateways = createGateways(services.database, services.now, {
    PAYPAL: paypal.origin,
    STRIPE: stripe.origin,
  });
  const root = await paypal.control.rootCertificate();
  services.paypalKeys = createPayPalCertificates(services.now, { origin: paypal.origin, root });
  for (const { control } of [paypal, stripe]) await control.webhooks.mode({ hold: true });
  return { origin, standins: { paypal, stripe } };
}

/**
 * Creates a store that takes payments with the account named `account` at the provider, which sends the account's
 * events to the server.
 */
export async function openWebhookShop(
  world: World,
  { origin, standins }: Awaited<ReturnType<typeof listen>>,
  provider: SignedProvider,
  account = "one",
): Promise<WebhookShop> {
  const standin = standins[provider];
  const storeId = await seedStore(world);
  const owner = await member(world, storeId, "ADMIN");
  const url = `${origin}/api/v1/webhooks/${provider}`;
  const settings = await registered(provider, standin, url, account);
  await owner.payments.createPaymentProvider({
    storeId,
    body: { provider, environment: "sandbox", ...settings },
  });
  const { variantIds } = await seedProduct(world, storeId, { stock: 50 });
  return { provider, storeId, variantId: variantIds[0] ?? "", standin, origin, owner };
}

/**
 * Registers the account's webhook. Returns the account's settings with the webhook id or secret that verifies
 * deliveries.
 */
async function registered(
  provider: SignedProvider,
  { origin }: Standin,
  url: string,
  account: string,
) {
  if (provider === "paypal") {
    const registrant = { clientId: account, secret: "secret" };
    const webhookId = await registerWebhook(provider, origin, registrant, url);
    return { clientId: account, credentials: { clientSecret: "secret", webhookId } };
  }
  const [clientId, secretKey] = [`pk_test_${account}`, `sk_test_${account}`];
  const registrant = { clientId, secret: secretKey };
  const signingSecret = await registerWebhook(provider, origin, registrant, url);
  return { clientId, credentials: { secretKey, signingSecret } };
}

export function stripeOf({ origin }: Standin, account = "one"): Stripe {
  const { hostname, port } = new URL(origin);
  return new Stripe(`sk_test_${account}`, {
    host: hostname,
    port,
    protocol: "http",
    telemetry: false,
    maxNetworkRetries: 0,
  });
}

/** Creates an order with an open payment. At PayPal, the buyer has already approved the payment. */
export async function openPayment(world: World, shop: WebhookShop) {
  const placed = await place(world, shop);
  const { id: providerId } = await placed.intent(shop.provider);
  if (shop.provider === "paypal") await shop.standin.control.approveOrder(providerId);
  return {
    ...placed,
    providerId,
    status: async () => (await placed.client.payments.getPaymentStatus({ id: placed.id })).status,
  };
}

export type OpenPayment = Awaited<ReturnType<typeof openPayment>>;

/** Makes the provider take the money without the store learning about it. */
export async function takeMoney(
  { standin, provider }: WebhookShop,
  { providerId, pay }: OpenPayment,
  account = "one",
): Promise<void> {
  if (provider === "stripe") {
    await stripeOf(standin, account).paymentIntents.confirm(providerId, {
      payment_method: "pm_card_visa",
      return_url: "http://localhost/",
    });
    return;
  }
  const on = "POST /v2/checkout/orders/*/capture";
  await standin.control.faults.add({ on, kind: "lost" });
  await pay(providerId, provider);
}

/** Processes the stored events as a worker does. Returns the number of jobs that ran. */
export async function processEvents(world: World): Promise<number> {
  await makeDue(world);
  return runJobs(world.services, { jobs: [processWebhooks] });
}

export type StoredEvent = {
  status: string;
  type: string;
  event_id: string;
  order_id: string | null;
  payment_id: string | null;
  deliveries: number;
  attempts: number;
  error: string | null;
};

export async function storedEvents({ admin }: World): Promise<StoredEvent[]> {
  const { rows } = await admin.query<StoredEvent>(
    "select status, type, event_id, order_id, payment_id, deliveries, attempts, error from shop.webhook_events order by received_at, id",
  );
  return rows;
}

const knownSecret = "whsec_known";

/** Makes the store expect Stripe's events to be signed as postSigned() signs them. */
export async function useKnownSecret({ storeId, owner }: WebhookShop): Promise<void> {
  const { items } = await owner.payments.listPaymentProviders({ storeId, all: true });
  const id = items.find(({ provider }) => provider === "STRIPE")?.id ?? "";
  const credentials = { signingSecret: knownSecret };
  await owner.payments.updatePaymentProvider({ id, body: { credentials } });
}

/** Delivers a signed Stripe event about `object`. */
export function postSigned(
  world: World,
  object: object,
  { path = "/webhooks/stripe" }: { path?: string } = {},
) {
  const { url, headers, payload } = signedDelivery(object, path);
  return world.inject({ method: "POST", url, headers: { host: "localhost", ...headers }, payload });
}

export function signedDelivery(object: object, path = "/webhooks/stripe") {
  const payload = JSON.stringify({ id: "evt_own", type: "charge.updated", data: { object } });
  const time = Math.floor(Date.now() / 1000);
  const mac = createHmac("sha256", knownSecret).update(`${time}.${payload}`).digest("hex");
  const headers = {
    "content-type": "application/json",
    "stripe-signature": `t=${time},v1=${mac}`,
  };
  return { url: `/api/v1${path}`, headers, payload };
}
