import { randomText } from "../core/ids.ts";
import type { Answer, Call, Json, Route } from "../core/types.ts";
import { emit, queue } from "./emit.ts";
import { detail, failure, refuse, success } from "./errors.ts";
import { chainOf, isGenuine } from "./signatures.ts";
import { type Webhook, type WebhookEvent, webhookEvents, webhooks } from "./tables.ts";

const maxWebhooks = 10;
const base = "/v1/notifications";

export const webhookRoutes: readonly Route[] = [
  { method: "POST", pattern: `${base}/webhooks`, handle: createWebhook },
  { method: "GET", pattern: `${base}/webhooks`, handle: listWebhooks },
  { method: "GET", pattern: `${base}/webhooks/{id}`, handle: getWebhook },
  { method: "PATCH", pattern: `${base}/webhooks/{id}`, handle: changeWebhook },
  { method: "DELETE", pattern: `${base}/webhooks/{id}`, handle: deleteWebhook },
  { method: "POST", pattern: `${base}/verify-webhook-signature`, handle: verifySignature },
  { method: "GET", pattern: `${base}/webhooks-events`, handle: listEvents },
  { method: "GET", pattern: `${base}/webhooks-events/{id}`, handle: getEvent },
  { method: "POST", pattern: `${base}/webhooks-events/{id}/resend`, handle: resendEvent },
  { method: "POST", pattern: `${base}/simulate-event`, handle: simulateEvent },
  { method: "GET", pattern: `${base}/certs/{id}`, handle: getCertificates, open: true },
];

function createWebhook({ tx, account, body, origin }: Call): Answer {
  const { url, eventTypes } = checked(body);
  const own = ownWebhooks(tx, account);
  if (own.some((webhook) => webhook.url === url))
    return failed("WEBHOOK_URL_ALREADY_EXISTS", "Webhook URL already exists.");
  if (own.length >= maxWebhooks)
    return failed(
      "WEBHOOK_NUMBER_LIMIT_EXCEEDED",
      "The maximum number of webhooks has been reached.",
    );
  const webhook = tx.put(webhooks, { id: randomText(17, "upper"), account, url, eventTypes });
  return success(201, present(webhook, origin));
}

function listWebhooks({ tx, account, origin }: Call): Answer {
  return success(200, {
    webhooks: ownWebhooks(tx, account).map((webhook) => present(webhook, origin)),
  });
}

function getWebhook(call: Call): Answer {
  return success(200, present(requireWebhook(call), call.origin));
}

function changeWebhook(call: Call): Answer {
  const webhook = requireWebhook(call);
  const operations = call.body["operations"] as { path: string; value: unknown }[];
  const value = (path: string) => operations.find((each) => each.path === path)?.value;
  const { url, eventTypes } = checked({
    url: value("/url") ?? webhook.url,
    event_types: value("/event_types") ?? webhook.eventTypes.map((name) => ({ name })),
  });
  return success(200, present(call.tx.put(webhooks, { ...webhook, url, eventTypes }), call.origin));
}

/** Deletes a webhook. Its row is kept but has no account, because rows are never removed. */
function deleteWebhook(call: Call): Answer {
  call.tx.put(webhooks, { ...requireWebhook(call), account: "" });
  return { status: 204 };
}

function verifySignature({ tx, account, body }: Call): Answer {
  const needed = [
    "auth_algo",
    "cert_url",
    "transmission_id",
    "transmission_sig",
    "transmission_time",
    "webhook_id",
    "webhook_event",
  ];
  const missing = needed.find((name) => body[name] === undefined);
  if (missing !== undefined)
    throw refuse(400, detail("MISSING_REQUIRED_PARAMETER", { field: missing, location: "body" }));
  return success(200, {
    verification_status: isGenuine(tx, account, body) ? "SUCCESS" : "FAILURE",
  });
}

function listEvents({ tx, account, request }: Call): Answer {
  const type = request.query.get("event_type");
  const size = Math.min(Number(request.query.get("page_size") ?? 10), 300);
  const events = tx
    .all(webhookEvents)
    .filter((event) => event.account === account && (type === null || event.type === type))
    .toReversed()
    .slice(0, size)
    .map(({ body }) => body);
  return success(200, { events, count: events.length, links: [] });
}

function getEvent(call: Call): Answer {
  return success(200, requireEvent(call).body);
}

function resendEvent(call: Call): Answer {
  const event = requireEvent(call);
  for (const webhook of ownWebhooks(call.tx, call.account)) queue(call.tx, webhook, event);
  return success(202, event.body);
}

function simulateEvent({ tx, account, body, origin }: Call): Answer {
  const type = String(body["event_type"]);
  const id = randomText(17, "upper");
  emit(tx, account, type, { id, status: "COMPLETED" }, origin);
  return success(202, { id, event_type: type });
}

function getCertificates({ tx, params }: Call): Answer {
  const chain = chainOf(tx, params["id"]);
  if (chain === undefined) throw refuse(404, detail("INVALID_RESOURCE_ID"));
  return {
    status: 200,
    text: chain.certificates,
    headers: { "content-type": "application/x-pem-file" },
  };
}

function ownWebhooks(tx: Call["tx"], account: string): Webhook[] {
  return tx.all(webhooks).filter((webhook) => webhook.account === account);
}

function requireWebhook({ tx, params, account }: Call): Webhook {
  const webhook = tx.get(webhooks, params["id"] ?? "");
  if (webhook?.account !== account) throw refuse(404, detail("INVALID_RESOURCE_ID"));
  return webhook;
}

function requireEvent({ tx, params, account }: Call): WebhookEvent {
  const event = tx.get(webhookEvents, params["id"] ?? "");
  if (event?.account !== account) throw refuse(404, detail("INVALID_RESOURCE_ID"));
  return event;
}

function checked({ url, event_types: types }: Json): { url: string; eventTypes: string[] } {
  if (typeof url !== "string" || !URL.canParse(url))
    throw refuse(400, detail("INVALID_PARAMETER_VALUE", { field: "url", location: "body" }));
  if (!Array.isArray(types) || types.length === 0)
    throw refuse(
      400,
      detail("MISSING_REQUIRED_PARAMETER", { field: "event_types", location: "body" }),
    );
  return { url, eventTypes: types.map((type: { name?: unknown }) => String(type.name)) };
}

function present({ id, url, eventTypes }: Webhook, origin: string): Json {
  const self = `${origin}${base}/webhooks/${id}`;
  return {
    id,
    url,
    event_types: eventTypes.map((name) => ({ name, description: name, status: "ENABLED" })),
    links: [
      { href: self, rel: "self", method: "GET" },
      { href: self, rel: "update", method: "PATCH" },
      { href: self, rel: "delete", method: "DELETE" },
    ],
  };
}

/** An error of the webhooks API. The issue is the error's name. */
function failed(name: string, message: string): Answer {
  const { status, body, headers } = failure(400, [detail(name)]);
  return {
    status,
    body: { ...(body as Json), name, message },
    ...(headers === undefined ? {} : { headers }),
  };
}
