import { randomBytes, randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import {
  type PaymentState,
  mayStep,
  paymentTransitions,
} from "@vetrina/commerce/orders/order-states";
import { paypalClient } from "@vetrina/payment-standins/paypal/paypal-client.fixture";
import { type Standin, start } from "@vetrina/payment-standins/start";
import type { Pool } from "pg";
import { hashApiKey, newApiKey } from "../../apps/server/src/platform/auth/api-key.ts";
import { seal } from "../../apps/server/src/platform/auth/sealed.ts";
import { keyDerivation } from "../../apps/server/src/platform/secret.ts";
import { imbalances } from "../invariants.ts";
import type { Shop } from "../running-shop.ts";
import { clientOf, findItem, type Item } from "./shopper.ts";
import type { Shops } from "./shops.ts";
import { waitUntil } from "./wait-until.ts";

export type MoneyShop = {
  /** Processes of one shop on one database. */
  processes: Shop[];
  paypal: Standin;
  admin: Pool;
  item: Item;
  /** May refund in the item's store. */
  staffKey: string;
  [Symbol.asyncDispose](): Promise<void>;
};

/** A shop in several processes that takes payments with PayPal's stand-in, which delivers its events to the first of them. */
export async function moneyShop(
  shops: Shops,
  { processes: count = 1, units }: { processes?: number; units?: number } = {},
): Promise<MoneyShop> {
  const paypal = await start("paypal");
  const [databaseUrl, dataDir] = [await shops.newDatabase(), await shops.dataDir()];
  const secret = randomBytes(32).toString("base64url");
  const root = path.join(dataDir, "paypal-root.pem");
  await writeFile(root, await paypal.control.rootCertificate());
  const env = {
    DATABASE_URL: databaseUrl,
    SECRET_KEY: secret,
    PAYPAL_SANDBOX_URL: paypal.origin,
    PAYPAL_SANDBOX_ROOT: root,
  };
  const processes: Shop[] = [];
  for (let i = 0; i < count; i += 1) processes.push(await shops.start({ dataDir, env }));
  const [first] = processes as [Shop];
  const admin = await shops.connect(databaseUrl);
  const item = await findItem(first);
  await connectPayPal(admin, { paypal, url: first.url, storeId: item.storeId, secret });
  if (units !== undefined) await setStock(admin, item, units);
  return {
    processes,
    paypal,
    admin,
    item,
    staffKey: await newStaffKey(admin, item.storeId),
    [Symbol.asyncDispose]: () => paypal.stop(),
  };
}

/** The settings as the API stores them, without an owner who enters them. */
async function connectPayPal(
  admin: Pool,
  {
    paypal,
    url,
    storeId,
    secret,
  }: { paypal: Standin; url: string; storeId: string; secret: string },
): Promise<void> {
  const call = await paypalClient(paypal.origin);
  const { body } = await call("POST", "/v1/notifications/webhooks", {
    url: `${url}/api/v1/webhooks/paypal`,
    event_types: [{ name: "*" }],
  });
  const [id, key] = [randomUUID(), keyDerivation(Buffer.from(secret))("payment credentials")];
  const credentials = { clientSecret: "secret", webhookId: String(body["id"]) };
  await admin.query(
    `insert into shop.payment_providers (store_id, id, provider, environment, client_id) values ($1, $2, 'PAYPAL', 'TEST', 'shop-one')`,
    [storeId, id],
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

/** A purchase with PayPal. Each step can be sent again: it has one Idempotency-Key. */
export function paypalPurchase({ paypal, item }: MoneyShop, name: string, quantity = 1) {
  let order: { id: string; orderKey: string } | null = null;
  let intent: string | null = null;
  const key = (step: string) => ({ idempotencyKey: `${name}-${step}` });

  return {
    order: () => order,
    intent: () => intent,
    async place(shop: Shop): Promise<void> {
      const { storeId, variantId } = item;
      const body = { items: [{ variantId, quantity }], email: `${name}@example.com` };
      order = await clientOf(shop).orders.createOrder({ storeId, body }, key("order"));
    },
    async open(shop: Shop): Promise<void> {
      const { id = "", orderKey } = order ?? {};
      const body = { provider: "paypal" };
      const opened = await clientOf(shop, orderKey).payments.createPaymentIntent(
        { id, body },
        key("intent"),
      );
      intent = opened.id;
    },
    approve: () => paypal.control.approveOrder(intent ?? ""),
    async pay(shop: Shop): Promise<string> {
      const { id = "", orderKey } = order ?? {};
      const body = { provider: "paypal", paymentIntentId: intent ?? "" };
      const { payments } = clientOf(shop, orderKey);
      return (await payments.processPayment({ id, body }, key("pay"))).status;
    },
    async status(shop: Shop): Promise<string> {
      const { id = "", orderKey } = order ?? {};
      return (await clientOf(shop, orderKey).payments.getPaymentStatus({ id })).status;
    },
  };
}

/**
 * Waits until nothing is under way, as it must be within `longestMs`, and returns what doesn't balance: our invariants, PayPal's
 * ledger against our payments and refunds, and steps of payments that aren't legal.
 */
export async function booksOf(
  { admin, paypal }: MoneyShop,
  longestMs: number,
): Promise<{ wrong: string[]; seconds: number }> {
  const began = Date.now();
  const left = async () => {
    const { rows } = await admin.query<{ what: string }>(`
      select 'payment ' || id || ' is processing' as what from shop.payments where state = 'processing'
      union all select 'refund ' || id || ' is ' || state from shop.refunds where state in ('pending', 'processing')
      union all select 'event ' || id || ' is ' || status from shop.webhook_events where status <> 'PROCESSED'
      union all select 'job ' || kind || ' waits: ' || coalesce(last_error, '') from shop.jobs where every is null`);
    return rows.map(({ what }) => what);
  };
  await waitUntil("nothing is under way", async () => (await left()).length === 0, {
    longestMs,
    everyMs: 500,
  }).catch(() => {});
  const seconds = (Date.now() - began) / 1000;
  const wrong = [
    ...(await left()),
    ...(await imbalances({ admin })),
    ...(await illegalSteps(admin)),
  ];
  return { wrong: [...wrong, ...(await unlike(admin, paypal))], seconds };
}

/** Captures and completed payments match one to one in amount, currency and order; so do refunds. */
async function unlike(admin: Pool, paypal: Standin): Promise<string[]> {
  const { rows } = await admin.query<{ line: string }>(`
    select concat_ws(' ', 'capture', provider_id, order_id, amount_minor, currency) as line from shop.payments
    where provider = 'PAYPAL' and state in ('completed', 'refunded')
    union all
    select concat_ws(' ', 'refund', provider_refund_id, r.id, r.amount_minor, p.currency) from shop.refund_payments r
    join shop.payments p on p.store_id = r.store_id and p.id = r.payment_id where p.provider = 'PAYPAL' and r.state = 'completed'`);
  const ours = rows.map(({ line }) => line);
  const theirs = paypal.ledger().map((entry) => {
    const id = entry.kind === "capture" ? entry.payment : entry.id;
    return [entry.kind, id, entry.reference, entry.amountMinor, entry.currency].join(" ");
  });
  return [
    ...ours.filter((line) => !theirs.includes(line)).map((line) => `only the store has: ${line}`),
    ...theirs.filter((line) => !ours.includes(line)).map((line) => `only PayPal has: ${line}`),
    ...(ours.length === theirs.length ? [] : [`${ours.length} and ${theirs.length} entries`]),
  ];
}

async function illegalSteps(admin: Pool): Promise<string[]> {
  const { rows } = await admin.query<{ before: PaymentState; after: PaymentState }>(`
    select distinct before ->> 'state' as before, after ->> 'state' as after from shop.audit_entries
    where entity_type = 'payment' and before ->> 'state' <> after ->> 'state'`);
  return rows
    .filter(({ before, after }) => !mayStep(paymentTransitions, before, after))
    .map(({ before, after }) => `a payment went from ${before} to ${after}`);
}
