import { randomText } from "../core/ids.ts";
import { doLater } from "../core/tasks.ts";
import type { Answer, Call, Json, Route } from "../core/types.ts";
import { changePayment } from "./change-payment.ts";
import { refuse, success } from "./errors.ts";
import { listed } from "./lists.ts";
import { isCancelable, presentPayment } from "./present.ts";
import { type Payment, payments } from "./tables.ts";
import { minorOf, timestamp } from "./values.ts";

/** Mollie stores idempotency keys for an hour. */
export const keySeconds = 3600;
/** An open payment expires after 15 minutes, and a bank transfer after twelve days. */
const expirySeconds = 15 * 60;
const transferSeconds = 12 * 24 * 3600;
const shown = ["lines", "billingAddress", "shippingAddress", "captureMode", "captureDelay"];

export const paymentRoutes: readonly Route[] = [
  { method: "POST", pattern: "/v2/payments", handle: createPayment, keepAnswerSeconds: keySeconds },
  { method: "GET", pattern: "/v2/payments", handle: listPayments },
  { method: "GET", pattern: "/v2/payments/{id}", handle: getPayment },
  { method: "PATCH", pattern: "/v2/payments/{id}", handle: updatePayment },
  { method: "DELETE", pattern: "/v2/payments/{id}", handle: cancelPayment },
];

function createPayment({ tx, account, body, now, origin }: Call): Answer {
  const { minor, currency } = minorOf(body["amount"]);
  const description = body["description"];
  if (typeof description !== "string" || description === "")
    throw refuse(422, "The description is invalid", "description");
  const redirectUrl = urlOf(body, "redirectUrl");
  if (redirectUrl === null) throw refuse(422, "The redirect URL is invalid", "redirectUrl");
  const method = methodOf(body);
  const seconds = method === "banktransfer" ? transferSeconds : expirySeconds;
  const payment = tx.put(payments, {
    id: `tr_${randomText(10, "mixed")}`,
    account,
    status: "open",
    currency,
    amountMinor: minor,
    refundedMinor: 0,
    chargedBackMinor: 0,
    description: description.slice(0, 255),
    redirectUrl,
    cancelUrl: urlOf(body, "cancelUrl"),
    webhookUrl: urlOf(body, "webhookUrl"),
    method,
    locale: typeof body["locale"] === "string" ? body["locale"] : null,
    metadata: metadataOf(body),
    more: Object.fromEntries(
      shown.filter((name) => body[name] != null).map((name) => [name, body[name]]),
    ),
    createdAt: timestamp(now),
    expiresAt: timestamp(new Date(now.getTime() + seconds * 1000)),
    changedAt: timestamp(now),
    settlementId: null,
  });
  doLater(tx, seconds, "expire", payment.id);
  return success(presentPayment(payment, origin), 201);
}

function listPayments(call: Call): Answer {
  return listed(call, "payments", call.tx.all(payments), presentPayment);
}

function getPayment(call: Call): Answer {
  return success(presentPayment(ownPayment(call), call.origin));
}

function updatePayment(call: Call): Answer {
  const { body, tx, origin } = call;
  const payment = ownPayment(call);
  const { description } = body;
  const updated = tx.put(payments, {
    ...payment,
    ...(typeof description === "string" ? { description } : {}),
    ...(body["metadata"] === undefined ? {} : { metadata: metadataOf(body) }),
    ...(body["redirectUrl"] === undefined ? {} : { redirectUrl: urlOf(body, "redirectUrl") }),
    ...(body["webhookUrl"] === undefined ? {} : { webhookUrl: urlOf(body, "webhookUrl") }),
  });
  return success(presentPayment(updated, origin));
}

function cancelPayment(call: Call): Answer {
  const payment = ownPayment(call);
  if (payment.status !== "open" || !isCancelable(payment))
    throw refuse(422, "The payment cannot be canceled");
  return success(
    presentPayment(changePayment(call.tx, payment, "canceled", "banktransfer"), call.origin),
  );
}

/** Returns the caller's payment. Throws a 404 response if there is none or it belongs to another account. */
export function ownPayment({ tx, account, params }: Call, name = "id"): Payment {
  const id = params[name] ?? "";
  const payment = tx.get(payments, id);
  if (payment?.account !== account) throw refuse(404, `No payment exists with token ${id}.`);
  return payment;
}

function methodOf({ method }: Json): string | null {
  const first: unknown = Array.isArray(method) && method.length === 1 ? method[0] : method;
  return typeof first === "string" ? first : null;
}

export function metadataOf({ metadata }: Json): unknown {
  const value = metadata ?? null;
  if (JSON.stringify(value).length > 1024)
    throw refuse(422, "The metadata is too long", "metadata");
  return value;
}

function urlOf(body: Json, name: string): string | null {
  const url = body[name];
  if (url === undefined || url === null || url === "") return null;
  if (typeof url !== "string" || !URL.canParse(url))
    throw refuse(422, `The ${name} is invalid`, name);
  return url;
}
