import type { ProviderName } from "./core/types.ts";

/** An account's credentials: PayPal's client id and secret, or Stripe's secret key. */
export type Registrant = { clientId: string; secret: string };

/** Maximum number of an account's webhook URLs. The providers allow more. */
const maxAddresses = 5;

/**
 * Registers a URL for all events of an account, as a shop does in the provider's dashboard. First deletes the oldest
 * webhooks above the limit, and an earlier one with the same URL, because Stripe shows a webhook's secret only once.
 * Returns what verifies deliveries: PayPal's webhook id or Stripe's signing secret.
 */
export async function registerWebhook(
  provider: Exclude<ProviderName, "mollie">,
  origin: string,
  registrant: Registrant,
  url: string,
): Promise<string> {
  return provider === "paypal"
    ? registerAtPayPal(origin, registrant, url)
    : registerAtStripe(origin, registrant, url);
}

async function registerAtPayPal(
  origin: string,
  { clientId, secret }: Registrant,
  url: string,
): Promise<string> {
  const basic = Buffer.from(`${clientId}:${secret}`).toString("base64");
  const token = await call<{ access_token: string }>(`${origin}/v1/oauth2/token`, {
    method: "POST",
    headers: { authorization: `Basic ${basic}` },
    body: new URLSearchParams({ grant_type: "client_credentials" }),
  });
  const headers = {
    authorization: `Bearer ${token.access_token}`,
    "content-type": "application/json",
  };
  const base = `${origin}/v1/notifications/webhooks`;
  type Webhook = { id: string; url: string };
  const { webhooks } = await call<{ webhooks: Webhook[] }>(base, { headers });
  for (const { id } of replaced(webhooks, url))
    await call(`${base}/${id}`, { method: "DELETE", headers });
  const body = JSON.stringify({ url, event_types: [{ name: "*" }] });
  return (await call<Webhook>(base, { method: "POST", headers, body })).id;
}

async function registerAtStripe(
  origin: string,
  { secret }: Registrant,
  url: string,
): Promise<string> {
  const headers = { authorization: `Bearer ${secret}` };
  const base = `${origin}/v1/webhook_endpoints`;
  const { data } = await call<{ data: { id: string; url: string }[] }>(`${base}?limit=100`, {
    headers,
  });
  // Stripe lists the newest endpoints first.
  for (const { id } of replaced(data.toReversed(), url))
    await call(`${base}/${id}`, { method: "DELETE", headers });
  const body = new URLSearchParams({ url, "enabled_events[0]": "*" });
  return (await call<{ secret: string }>(base, { method: "POST", headers, body })).secret;
}

/** The webhooks to remove: those with the same URL, and the oldest others if there are too many. */
function replaced<T extends { url: string }>(oldestFirst: readonly T[], url: string): T[] {
  const others = oldestFirst.filter((webhook) => webhook.url !== url);
  const same = oldestFirst.filter((webhook) => webhook.url === url);
  return [...same, ...others.slice(0, Math.max(0, others.length - maxAddresses + 1))];
}

async function call<T>(url: string, init: RequestInit): Promise<T> {
  const answer = await fetch(url, init);
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${init.method ?? "GET"} ${url}: ${answer.status} ${text}`);
  return (text === "" ? undefined : JSON.parse(text)) as T;
}
