import { createHash } from "node:crypto";
import { wrong } from "../core/control.ts";
import { randomText } from "../core/ids.ts";
import type { Transaction } from "../core/store.ts";
import type {
  Answer,
  ApiRequest,
  Delivery,
  ForgedDelivery,
  Json,
  Provider,
  StoredAnswer,
} from "../core/types.ts";
import { accountRoutes, makePayout } from "./account.ts";
import { browserRoutes, controlRoutes } from "./browser-routes.ts";
import { changePayment, requirePayment } from "./change-payment.ts";
import { chargebackRoutes, closeChargeback, openChargeback } from "./chargebacks.ts";
import { failure, refuse } from "./errors.ts";
import { paymentRoutes } from "./payments.ts";
import { presentRefund } from "./present.ts";
import { refundRoutes, settleRefund } from "./refunds.ts";

/** Mollie's API: payments, refunds, chargebacks, methods, profile, balances and settlements. */
export function createMollie(): Provider {
  return {
    name: "mollie",
    routes: [
      ...paymentRoutes,
      ...refundRoutes,
      ...chargebackRoutes,
      ...accountRoutes,
      ...browserRoutes,
    ],
    controlRoutes,
    authenticate,
    decode,
    idempotency,
    replay,
    inProgress: () => failure(409, "A request with this idempotency key is being processed."),
    failure: (status, message) => failure(status, message),
    sign: headersOf,
    forge,
    openDispute: openChargeback,
    closeDispute: closeChargeback,
    settleRefund: (tx, id, status, origin) =>
      presentRefund(settleRefund(tx, id, status === "completed"), origin),
    makePayout: (tx, account, currency) => makePayout(tx, account, currency),
    runTask,
  };
}

/**
 * Returns the account: the text after the prefix of the key or token. Only access tokens may read balances and
 * settlements. Without testmode=true, they read live balances, which are empty here.
 */
function authenticate({ headers, path, query }: ApiRequest): string {
  const [, kind, account = ""] =
    /^Bearer (test|access)_(\w{30,})$/.exec(headers.authorization ?? "") ?? [];
  if (kind === undefined || account.startsWith("wrong"))
    throw refuse(401, "Missing authentication, or failed to authenticate");
  if (kind === "test" && /^\/v2\/(?:balances|settlements)\b/.test(path))
    throw refuse(403, "The API key isn't authorized for this resource: use an access token");
  const isLive = path.startsWith("/v2/balances") && query.get("testmode") !== "true";
  return isLive ? `live ${account}` : account;
}

function decode({ raw, headers }: ApiRequest): Json {
  if (raw.length === 0) return {};
  if (!(headers["content-type"] ?? "").startsWith("application/json"))
    throw refuse(415, "Send JSON.");
  try {
    const parsed = JSON.parse(raw.toString("utf8")) as unknown;
    if (typeof parsed === "object" && parsed !== null && !Array.isArray(parsed))
      return parsed as Json;
  } catch {
    // Invalid JSON gets the same response as a body that isn't an object.
  }
  throw refuse(400, "The request body isn't valid JSON");
}

function idempotency(request: ApiRequest): { key: string; fingerprint: string } | null {
  const key = request.headers["idempotency-key"];
  if (typeof key !== "string" || key === "" || request.method !== "POST") return null;
  return {
    key: `${request.path} ${key}`,
    fingerprint: createHash("sha256").update(request.raw).digest("base64"),
  };
}

/** Repeats the response only if the body is the same. A different body is handled as a new request. */
function replay({ fingerprint, status, body }: StoredAnswer, sent: string): Answer | null {
  return fingerprint === sent
    ? { status, body, headers: { "content-type": "application/hal+json" } }
    : null;
}

function headersOf(): Record<string, string> {
  return {
    "content-type": "application/x-www-form-urlencoded",
    "user-agent": "Mollie HTTP client/1.0",
  };
}

/** Forges a webhook. Mollie's webhooks aren't signed and contain only an id, so only the id can be forged. */
function forge({ url }: Delivery, how: string): ForgedDelivery {
  if (how !== "unsigned") throw wrong(`Unknown kind of forgery: ${how}. For Mollie, use unsigned.`);
  return { url, headers: headersOf(), body: `id=tr_${randomText(10, "mixed")}` };
}

function runTask(tx: Transaction, kind: string, subject: string): void {
  if (kind === "refund") settleRefund(tx, subject, true);
  if (kind !== "expire") return;
  const payment = requirePayment(tx, subject);
  if (payment.status === "open") changePayment(tx, payment, "expired", "creditcard");
}
