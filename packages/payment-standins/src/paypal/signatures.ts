import { X509Certificate, createPrivateKey, randomUUID, sign, verify } from "node:crypto";
import { crc32 } from "node:zlib";
import { wrong } from "../core/control.ts";
import { randomText } from "../core/ids.ts";
import { type Transaction, table } from "../core/store.ts";
import type { Delivery, ForgedDelivery, Json } from "../core/types.ts";
import { type Chain, createChain, createExpiredChain } from "./certificates.ts";
import { crcTwin } from "./crc-twin.ts";
import { webhooks } from "./tables.ts";
import { timestamp } from "./values.ts";

/** The certificate chains. They survive a reset of the stand-in. */
const keys = table<Chain>("keys");
const genuine = "CERT-genuine";
const day = 24 * 3600 * 1000;

const makers: Record<string, (id: string, now: Date) => Chain> = {
  [genuine]: createChain,
  "CERT-forged": createChain,
  "CERT-expired": createExpiredChain,
};

/** A certificate chain, which is created on first use and then stored. */
export function chainOf(tx: Transaction, id = genuine): Chain | undefined {
  const make = makers[id];
  return tx.get(keys, id) ?? (make === undefined ? undefined : tx.put(keys, make(id, tx.now)));
}

type Signing = {
  transmissionId: string;
  at: Date;
  webhookId: string;
  chainId: string;
};

function signedHeaders(
  tx: Transaction,
  body: string,
  { transmissionId, at, webhookId, chainId }: Signing,
  origin: string,
): Record<string, string> {
  const chain = chainOf(tx, chainId);
  if (chain === undefined) throw new Error(`There is no certificate chain ${chainId}.`);
  const time = timestamp(at);
  const message = [transmissionId, time, webhookId, crc32(body)].join("|");
  const signature = sign("sha256", Buffer.from(message), createPrivateKey(chain.key));
  return {
    "content-type": "application/json",
    "user-agent": "PayPal/AUHD-214.0-58843068",
    "paypal-auth-algo": "SHA256withRSA",
    "paypal-auth-version": "v2",
    "paypal-cert-url": `${origin}/v1/notifications/certs/${chainId}`,
    "paypal-transmission-id": transmissionId,
    "paypal-transmission-sig": signature.toString("base64"),
    "paypal-transmission-time": time,
  };
}

/** Signs one attempt of a delivery. A repeated delivery has the same transmission id and a new time. */
export function signDelivery(
  delivery: Delivery,
  tx: Transaction,
  at: Date,
  origin: string,
): Record<string, string> {
  const { id: transmissionId, endpoint: webhookId } = delivery;
  return signedHeaders(
    tx,
    delivery.body,
    { transmissionId, at, webhookId, chainId: genuine },
    origin,
  );
}

export function forgeDelivery(
  delivery: Delivery,
  how: string,
  tx: Transaction,
  origin: string,
): ForgedDelivery {
  const { url, body } = delivery;
  const usual = {
    transmissionId: randomUUID(),
    at: tx.now,
    webhookId: delivery.endpoint,
    chainId: genuine,
  };
  const signed = (text: string, change: Partial<Signing> = {}) => ({
    url,
    body: text,
    headers: signedHeaders(tx, text, { ...usual, ...change }, origin),
  });
  const sent = Object.keys(delivery.headers).length > 0 ? delivery.headers : signed(body).headers;
  switch (how) {
    case "unsigned":
      return { url, body, headers: { "content-type": "application/json" } };
    case "forged":
      return signed(altered(body), { chainId: "CERT-forged" });
    case "expired":
      return signed(altered(body), { chainId: "CERT-expired" });
    case "foreign":
      return signed(altered(body), { webhookId: foreignWebhook(tx, delivery) });
    case "changed":
      return { url, body: altered(body), headers: sent };
    case "old":
      return signed(altered(body), { at: new Date(tx.now.getTime() - day) });
    case "future":
      return signed(altered(body), { at: new Date(tx.now.getTime() + day) });
    case "twin":
      return { url, body: crcTwin(body, alter), headers: sent };
    default:
      throw wrong(`Unknown kind of forgery: ${how}. The README lists the kinds for PayPal.`);
  }
}

/** The id of another account's webhook; a random id if there is none. */
function foreignWebhook(tx: Transaction, { account }: Delivery): string {
  return (
    tx.all(webhooks).find((webhook) => webhook.account !== account)?.id ?? randomText(17, "upper")
  );
}

/** Changes an event's id and amount, so that deduplication by event id doesn't recognize the event. */
function alter(event: Json): Json {
  const resource = event["resource"] as Json;
  const amount = resource["amount"] as Json | undefined;
  return {
    ...event,
    id: `WH-${randomText(17, "upper")}-${randomText(17, "upper")}`,
    resource: {
      ...resource,
      ...(amount === undefined ? {} : { amount: { ...amount, value: "0.01" } }),
    },
  };
}

function altered(body: string): string {
  return JSON.stringify(alter(JSON.parse(body) as Json));
}

/** Verifies a delivery, for POST /v1/notifications/verify-webhook-signature. */
export function isGenuine(tx: Transaction, account: string, sent: Json): boolean {
  const webhookId = String(sent["webhook_id"]);
  const chain = chainOf(tx, String(sent["cert_url"]).split("/").at(-1));
  if (chain?.id !== genuine || tx.get(webhooks, webhookId)?.account !== account) return false;
  const body = JSON.stringify(sent["webhook_event"]);
  const message = [sent["transmission_id"], sent["transmission_time"], webhookId, crc32(body)].join(
    "|",
  );
  const { publicKey } = new X509Certificate(chain.certificates);
  const signature = Buffer.from(String(sent["transmission_sig"]), "base64");
  return verify("sha256", Buffer.from(message), publicKey, signature);
}
