import { randomBytes, randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { createClient } from "@vetrina/client/create-client";
import type { Client } from "@vetrina/client/types";
import { registerWebhook } from "@vetrina/payment-standins/register-webhook";
import type { RunningStandin } from "@vetrina/payment-standins/start";
import type { Pool } from "pg";
import {
  type Driver,
  drivers,
} from "../../../apps/server/src/domains/payments/with-providers.fixture.ts";
import { hashApiKey, newApiKey } from "../../../apps/server/src/platform/auth/api-key.ts";
import { seal } from "../../../apps/server/src/platform/auth/sealed.ts";
import { keyDerivation } from "../../../apps/server/src/platform/secret.ts";
import { freePort } from "../../free-port.ts";
import type { Shop } from "../../running-shop.ts";
import { waitLimit } from "../../wait-limit.ts";
import { findItem, type Item } from "../shopper.ts";
import type { Shops } from "../shops.ts";
import { startStandin } from "./start-standin.ts";

export type ProviderName = Driver["provider"];

export type MoneyShop = {
  driver: Driver;
  standin: RunningStandin;
  /** The processes of one shop, which share a database. A restart replaces the entry of a process. */
  processes: Shop[];
  /** The process for the request with this index. Requests go to the processes in turn. */
  at: (index: number) => Shop;
  /** Restarts a process that has ended, on the same port. */
  restart: (index: number) => Promise<void>;
  admin: Pool;
  item: Item;
  /** The buyers' requests whose response had a status of 500 or more. */
  failures: string[];
  /** A client for a process, with an API key that may refund. */
  staffAt: (at: Shop) => Client;
  [Symbol.asyncDispose](): Promise<void>;
};

export type MoneyShopOptions = {
  processes?: number;
  /** Number of the item's units on hand. */
  units?: number;
  env?: Record<string, string>;
  /** Returns the database URL that the shop's processes use instead of the tests' own, such as that of a proxy. */
  through?: (databaseUrl: string) => Promise<string>;
  /** Whether the shop has its own PostgreSQL, which a test may kill. Only for a single process. */
  ownDatabase?: boolean;
};

const variables: Record<ProviderName, string> = {
  paypal: "PAYPAL_SANDBOX_URL",
  stripe: "STRIPE_TEST_URL",
  mollie: "MOLLIE_TEST_URL",
};

/**
 * Starts a shop with one or more processes that accepts payments through a provider's stand-in. The stand-in sends its
 * events to the first process.
 */
export async function moneyShop(
  shops: Shops,
  { provider = "paypal", ...options }: MoneyShopOptions & { provider?: ProviderName } = {},
): Promise<MoneyShop> {
  const [shop] = await moneyShops(shops, [provider], options);
  return shop as MoneyShop;
}

/** Starts one shop that accepts payments through several providers. Returns a view of it for each provider. */
export async function moneyShops(
  shops: Shops,
  providers: readonly ProviderName[],
  {
    processes: count = 1,
    units,
    env: more = {},
    through,
    ownDatabase = false,
  }: MoneyShopOptions = {},
): Promise<MoneyShop[] & AsyncDisposable> {
  const [dataDir, secret] = [await shops.dataDir(), randomBytes(32).toString("base64url")];
  const own = ownDatabase ? null : await shops.newDatabase();
  const ports: number[] = [];
  for (let i = 0; i < count; i += 1) ports.push(await freePort());
  const url = `http://localhost:${ports[0]}`;
  const env: Record<string, string> = { SECRET_KEY: secret, PUBLIC_URL: url, ...more };
  const connections = await Promise.all(
    providers.map(async (provider) => {
      const standin = await startStandin(provider);
      env[variables[provider]] = standin.origin;
      Object.assign(env, await trustOf(standin, provider, dataDir));
      return { driver: driverOf(provider), standin };
    }),
  );
  if (own !== null) env["DATABASE_URL"] = through === undefined ? own : await through(own);
  const begin = (port: number) => shops.start({ dataDir, env, port });
  const processes: Shop[] = [];
  for (const port of ports) processes.push(await begin(port));
  const [first] = processes as [Shop];
  const admin = await shops.connect(own ?? (await first.databaseUrl()));
  const item = await findItem(first);
  for (const each of connections)
    await connect(admin, { ...each, url, secret, storeId: item.storeId });
  if (units !== undefined) await setStock(admin, item, units);
  const key = await newStaffKey(admin, item.storeId);
  const shared: Omit<MoneyShop, "driver" | "standin" | typeof Symbol.asyncDispose> = {
    processes,
    at: (index) => processes[index % count] as Shop,
    async restart(index) {
      processes[index] = await begin(ports[index] ?? 0);
    },
    admin,
    item,
    failures: [],
    staffAt: ({ url: baseUrl }) =>
      createClient({
        baseUrl,
        transport: (request) => fetch(request, { signal: AbortSignal.timeout(waitLimit) }),
        headers: { authorization: `Bearer ${key}` },
      }),
  };
  const views = connections.map(({ driver, standin }) => ({
    ...shared,
    driver,
    standin,
    [Symbol.asyncDispose]: () => standin.stop(),
  }));
  return Object.assign(views, {
    async [Symbol.asyncDispose]() {
      for (const { standin } of connections) await standin.stop();
    },
  });
}

function driverOf(provider: ProviderName): Driver {
  const found = drivers.find((driver) => driver.provider === provider);
  if (found === undefined) throw new Error(`no driver for ${provider}`);
  return found;
}

async function trustOf({ control }: RunningStandin, provider: ProviderName, dataDir: string) {
  if (provider !== "paypal") return {};
  const root = path.join(dataDir, "paypal-root.pem");
  await writeFile(root, await control.rootCertificate());
  return { PAYPAL_SANDBOX_ROOT: root };
}

type Connection = {
  driver: Driver;
  standin: RunningStandin;
  url: string;
  secret: string;
  storeId: string;
};

/** Inserts the provider's settings as the API stores them, because no owner is signed in here. */
async function connect(admin: Pool, connection: Connection): Promise<void> {
  const { driver, secret, storeId } = connection;
  const { provider, settings } = driver;
  const credentials = { ...settings.credentials, ...(await webhookOf(connection)) };
  const [id, key] = [randomUUID(), keyDerivation(Buffer.from(secret))("payment credentials")];
  await admin.query(
    `insert into shop.payment_providers (store_id, id, provider, environment, client_id) values ($1, $2, $3, 'TEST', $4)`,
    [storeId, id, provider.toUpperCase(), settings.clientId ?? "test"],
  );
  await admin.query(
    "insert into shop.payment_credentials (store_id, provider_id, names, sealed) values ($1, $2, $3, $4)",
    [
      storeId,
      id,
      Object.keys(credentials),
      seal(key, id, Buffer.from(JSON.stringify(credentials))),
    ],
  );
}

async function webhookOf({ driver, standin, url }: Connection): Promise<Record<string, string>> {
  const { provider, settings } = driver;
  if (provider === "mollie") return {};
  const { clientSecret, secretKey } = settings.credentials;
  const account = { clientId: settings.clientId ?? "", secret: clientSecret ?? secretKey ?? "" };
  const address = `${url}/api/v1/webhooks/${provider}`;
  const proof = await registerWebhook(provider, standin.origin, account, address);
  return provider === "paypal" ? { webhookId: proof } : { signingSecret: proof };
}

async function setStock(admin: Pool, { storeId, variantId }: Item, units: number): Promise<void> {
  await admin.query(
    `with l as (select store_id, variant_id, location, on_hand from shop.inventory_levels
         where store_id = $1 and variant_id = $2 and location = 'main' for update),
       changed as (update shop.inventory_levels i set on_hand = $3 from l
         where i.store_id = l.store_id and i.variant_id = l.variant_id and i.location = l.location)
     insert into shop.stock_movements (store_id, id, variant_id, location, kind, on_hand_delta, reason)
     select store_id, gen_random_uuid(), variant_id, location, 'adjust', $3 - on_hand, 'Count' from l`,
    [storeId, variantId, units],
  );
}

async function newStaffKey(admin: Pool, storeId: string): Promise<string> {
  const id = randomUUID();
  const key = newApiKey(id);
  await admin.query(
    `insert into shop.api_keys (store_id, id, name, key_hash, last_four, permissions)
     values ($1, $2, 'Refunds', $3, $4, '{MANAGE_ORDERS}')`,
    [storeId, id, hashApiKey(key), key.slice(-4)],
  );
  return key;
}
