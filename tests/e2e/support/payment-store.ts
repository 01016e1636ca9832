import { createClient } from "@vetrina/client/create-client";
import { connect } from "@vetrina/payment-standins/control-client";
import { type Standin, start } from "@vetrina/payment-standins/start";
import { administrator } from "./fixtures.ts";

const providers = ["stripe", "paypal", "mollie"] as const;
export type Provider = (typeof providers)[number];

/** The store that accepts payments through the stand-ins, and its only product. */
const store = { name: "Pays everywhere", slug: "pays-everywhere" };
export const soldThere = { name: "Plain Canvas Tote", link: "plain-canvas-tote" };

const italy = {
  name: "Italy",
  countries: ["IT"],
  rates: [
    { name: "Express", price: 19, transitDays: { min: 2, max: 4 } },
    { name: "Courier", price: 35, transitDays: { min: 1, max: 2 } },
  ],
};

const settings: Record<Provider, { clientId: string; credentials: Record<string, string> }> = {
  stripe: { clientId: "pk_test_shop", credentials: { secretKey: "sk_test_shop" } },
  paypal: { clientId: "shop", credentials: { clientSecret: "secret" } },
  mollie: {
    clientId: "test",
    credentials: { apiKey: "test_shop000000000000000000000000000000" },
  },
};

/** Starts the stand-ins in the process of the global setup. Returns the settings that make a server use them. */
export async function startStandins() {
  const standins: Standin[] = [];
  for (const provider of providers) {
    const standin = await start(provider);
    standins.push(standin);
    process.env[variableOf(provider)] = standin.origin;
  }
  const [stripe, paypal, mollie] = standins.map(({ origin }) => origin);
  return {
    env: {
      STRIPE_TEST_URL: stripe ?? "",
      PAYPAL_SANDBOX_URL: paypal ?? "",
      MOLLIE_TEST_URL: mollie ?? "",
    },
    stop: () => Promise.all(standins.map((standin) => standin.stop())),
  };
}

/** Creates the store, its product and its payment providers. Its first payment method isn't the test provider. */
export async function openPaymentStore(baseUrl: string): Promise<void> {
  const guest = createClient({ baseUrl });
  const { accessToken } = await guest.users.login({ body: administrator });
  const owner = createClient({ baseUrl, headers: { authorization: `Bearer ${accessToken}` } });
  const { id: storeId } = await owner.stores.createStore({
    body: { ...store, country: "US", contact: { email: "hello@pays.example" } },
  });
  // The test wallets have addresses in the US, in Italy, and in countries that the store doesn't ship to.
  await owner.shipping.createStoreRegion({ storeId, body: italy });
  await owner.taxes.createTaxRate({
    storeId,
    body: { name: "VAT", percent: 22, country: "IT" },
  });
  await owner.products.createProduct({
    storeId,
    body: {
      ...soldThere,
      status: "ACTIVE",
      category: "Bags",
      variants: [{ price: 45, stock: 500 }],
    },
  });
  for (const provider of providers)
    await owner.payments.createPaymentProvider({
      storeId,
      body: { provider, environment: "sandbox", ...settings[provider] },
    });
}

export const paymentStoreUrl = (baseURL: string | undefined) =>
  (baseURL ?? "").replace("//localhost", `//${store.slug}.localhost`);

export function controlOf(provider: Provider) {
  return connect(originOf(provider));
}

export function originOf(provider: Provider): string {
  return process.env[variableOf(provider)] ?? "";
}

/** The payments that the providers captured for an order, in minor units. */
export async function takenFor(orderId: string): Promise<[Provider, number][]> {
  const taken: [Provider, number][] = [];
  for (const provider of providers)
    for (const { kind, reference, amountMinor } of await controlOf(provider).ledger())
      if (kind === "capture" && reference === orderId) taken.push([provider, amountMinor]);
  return taken;
}

function variableOf(provider: Provider): string {
  return `E2E_${provider.toUpperCase()}`;
}
