import { createHmac } from "node:crypto";
import { wrong } from "../core/control.ts";
import { randomText } from "../core/ids.ts";
import type { Transaction } from "../core/store.ts";
import type { Answer, Call, Delivery, ForgedDelivery, Json, Route } from "../core/types.ts";
import { seconds } from "./emit.ts";
import { invalid, missing, notFound, success } from "./errors.ts";
import { booleanOf, metadataOf, textOf } from "./form.ts";
import { listed } from "./lists.ts";
import { type Endpoint, endpoints, events } from "./tables.ts";

const base = "/v1/webhook_endpoints";
const maxEndpoints = 16;

export const webhookRoutes: readonly Route[] = [
  { method: "POST", pattern: base, handle: createEndpoint },
  {
    method: "GET",
    pattern: base,
    handle: (call) => listed(call, call.tx.all(endpoints).filter(isKept), []),
  },
  { method: "GET", pattern: `${base}/{id}`, handle: (call) => success(requireEndpoint(call).api) },
  { method: "POST", pattern: `${base}/{id}`, handle: updateEndpoint },
  { method: "DELETE", pattern: `${base}/{id}`, handle: deleteEndpoint },
  {
    method: "GET",
    pattern: "/v1/events",
    handle: (call) => listed(call, call.tx.all(events), ["type"]),
  },
  { method: "GET", pattern: "/v1/events/{id}", handle: getEvent },
];

const isKept = ({ api }: Endpoint) => api["deleted"] !== true;

function createEndpoint(call: Call): Answer {
  const { tx, account, body, now } = call;
  const url = textOf(body, "url");
  const wanted = body["enabled_events"];
  if (url === null) throw missing("url");
  if (!URL.canParse(url))
    throw invalid("Invalid URL: An explicit scheme (such as https) must be provided.", {
      code: "url_invalid",
      param: "url",
    });
  if (!Array.isArray(wanted) || wanted.length === 0) throw missing("enabled_events");
  const own = tx.all(endpoints).filter((each) => each.account === account && isKept(each));
  if (own.length >= maxEndpoints)
    throw invalid("You have reached the maximum of 16 test webhook endpoints.");
  const id = `we_${randomText(24, "mixed")}`;
  const secret = `whsec_${randomText(32, "mixed")}`;
  const api = {
    id,
    object: "webhook_endpoint",
    api_version: textOf(body, "api_version"),
    application: null,
    created: seconds(now),
    description: textOf(body, "description"),
    enabled_events: wanted,
    livemode: false,
    metadata: metadataOf(body),
    status: "enabled",
    url,
  };
  tx.put(endpoints, { id, account, secret, api });
  // Only this response contains the secret.
  return success({ ...api, secret });
}

function updateEndpoint(call: Call): Answer {
  const endpoint = requireEndpoint(call);
  const { body } = call;
  const api = {
    ...endpoint.api,
    url: textOf(body, "url") ?? endpoint.api["url"],
    enabled_events: body["enabled_events"] ?? endpoint.api["enabled_events"],
    metadata: metadataOf(body, endpoint.api["metadata"] as Json),
    ...(body["disabled"] === undefined
      ? {}
      : { status: booleanOf(body, "disabled") ? "disabled" : "enabled" }),
  };
  return success(call.tx.put(endpoints, { ...endpoint, api }).api);
}

function deleteEndpoint(call: Call): Answer {
  const endpoint = requireEndpoint(call);
  const { id } = endpoint;
  call.tx.put(endpoints, {
    ...endpoint,
    api: { ...endpoint.api, deleted: true, status: "disabled" },
  });
  return success({ id, object: "webhook_endpoint", deleted: true });
}

function requireEndpoint({ tx, account, params: { id = "" } }: Call): Endpoint {
  const endpoint = tx.get(endpoints, id);
  if (endpoint?.account !== account || !isKept(endpoint)) throw notFound("webhook_endpoint", id);
  return endpoint;
}

function getEvent({ tx, account, params: { id = "" } }: Call): Answer {
  const event = tx.get(events, id);
  if (event?.account !== account) throw notFound("event", id);
  return success(event.api);
}

function signature(body: string, secret: string, at: number): string {
  const mac = createHmac("sha256", secret).update(`${at}.${body}`).digest("hex");
  return `t=${at},v1=${mac}`;
}

function headersOf(value: string): Record<string, string> {
  return {
    "content-type": "application/json; charset=utf-8",
    "user-agent": "Stripe/1.0 (+https://stripe.com/docs/webhooks)",
    "stripe-signature": value,
  };
}

/** Signs one attempt of a delivery at the time of the attempt. */
export function signDelivery(
  delivery: Delivery,
  tx: Transaction,
  at: Date,
): Record<string, string> {
  const secret = tx.get(endpoints, delivery.endpoint)?.secret ?? "";
  return headersOf(signature(delivery.body, secret, seconds(at)));
}

export function forgeDelivery(delivery: Delivery, how: string, tx: Transaction): ForgedDelivery {
  const { url, body } = delivery;
  const own = tx.get(endpoints, delivery.endpoint)?.secret ?? "";
  const now = seconds(tx.now);
  const signed = (secret: string, at = now) => {
    const other = altered(body);
    return { url, body: other, headers: headersOf(signature(other, secret, at)) };
  };
  switch (how) {
    case "unsigned":
      return { url, body, headers: { "content-type": "application/json" } };
    case "forged":
      return signed(`whsec_${randomText(32, "mixed")}`);
    case "foreign":
      return signed(
        tx.all(endpoints).find(({ account }) => account !== delivery.account)?.secret ??
          "whsec_foreign",
      );
    case "changed":
      return { url, body: altered(body), headers: headersOf(signature(body, own, now)) };
    case "old":
      return signed(own, now - 600);
    case "future":
      return signed(own, now + 3600);
    default:
      throw wrong(`Unknown kind of forgery: ${how}. The README lists the kinds for Stripe.`);
  }
}

/** Changes an event's id, so that deduplication by event id doesn't recognize the event. */
function altered(body: string): string {
  return JSON.stringify(
    { ...(JSON.parse(body) as Json), id: `evt_${randomText(24, "mixed")}` },
    null,
    2,
  );
}
