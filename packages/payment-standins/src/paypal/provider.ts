import { createHash } from "node:crypto";
import type { Transaction } from "../core/store.ts";
import {
  type ApiRequest,
  type Json,
  type Provider,
  type StoredAnswer,
  Refusal,
} from "../core/types.ts";
import { browserRoutes } from "./browser-routes.ts";
import { captureRoutes, settleRefund } from "./captures.ts";
import { controlRoutes } from "./control-routes.ts";
import { closeDispute, disputeRoutes, openDispute } from "./disputes.ts";
import { debugId, detail, failure, failureOf, refuse } from "./errors.ts";
import { orderRoutes } from "./orders.ts";
import { makePayout, reportingRoutes } from "./reporting.ts";
import { forgeDelivery, signDelivery } from "./signatures.ts";
import { tokens } from "./tables.ts";
import { tokenRoutes } from "./tokens.ts";
import { webhookRoutes } from "./webhooks.ts";

/** PayPal's APIs: Orders v2, Payments v2, disputes, webhooks and transaction search. */
export function createPayPal(): Provider {
  return {
    name: "paypal",
    routes: [
      ...tokenRoutes,
      ...orderRoutes,
      ...captureRoutes,
      ...disputeRoutes,
      ...webhookRoutes,
      ...reportingRoutes,
      ...browserRoutes,
    ],
    controlRoutes,
    authenticate,
    decode,
    idempotency,
    replay,
    inProgress: () => failureOf("PREVIOUS_REQUEST_IN_PROGRESS"),
    failure: (status, message) =>
      status === 404 ? failure(404, [{ issue: message }]) : failure(status),
    sign: signDelivery,
    forge: forgeDelivery,
    openDispute,
    closeDispute,
    settleRefund: (tx, id, status, origin) => settleRefund(tx, id, status === "completed", origin),
    runTask: () => undefined,
    makePayout: (tx, account, currency) => makePayout(tx, account, currency),
  };
}

function authenticate({ headers }: ApiRequest, tx: Transaction): string {
  const [, given = ""] = /^Bearer (\S+)$/.exec(headers.authorization ?? "") ?? [];
  const token = tx.get(tokens, given);
  if (token !== undefined && new Date(token.expiresAt) > tx.now) return token.account;
  throw new Refusal({
    status: 401,
    headers: { "paypal-debug-id": debugId() },
    body: { error: "invalid_token", error_description: "Token signature verification failed" },
  });
}

/** Decodes a body. A patch is an array, which is returned as `operations`. */
function decode({ raw, headers, method }: ApiRequest): Json {
  if (raw.length === 0) return {};
  const type = headers["content-type"] ?? "";
  if (type.startsWith("application/x-www-form-urlencoded"))
    return Object.fromEntries(new URLSearchParams(raw.toString("utf8")));
  if (!type.startsWith("application/json")) throw new Refusal(failure(415));
  try {
    const parsed = JSON.parse(raw.toString("utf8")) as unknown;
    if (Array.isArray(parsed) && method === "PATCH") return { operations: parsed };
    if (typeof parsed === "object" && parsed !== null && !Array.isArray(parsed))
      return parsed as Json;
  } catch {
    // Invalid JSON gets the same response as a body that isn't an object.
  }
  throw refuse(400, detail("MALFORMED_REQUEST_JSON"));
}

/** Reads the request id. The same id on a different path counts as a different key. */
function idempotency(request: ApiRequest): { key: string; fingerprint: string } | null {
  const id = request.headers["paypal-request-id"];
  if (typeof id !== "string" || id === "" || request.method !== "POST") return null;
  const fingerprint = createHash("sha256").update(request.raw).digest("base64");
  return { key: `${request.path} ${id}`, fingerprint };
}

/** PayPal repeats its response for a known request id even if the body differs, with the status 200 instead of 201. */
function replay({ status, body }: StoredAnswer): {
  status: number;
  body: unknown;
  headers: Record<string, string>;
} {
  return { status: status === 201 ? 200 : status, body, headers: { "paypal-debug-id": debugId() } };
}
