import type { Json } from "../core/types.ts";

export type PayPalAnswer = { status: number; body: Json; headers: Headers };

/** A client that calls the stand-in as a shop's server does. */
export async function paypalClient(origin: string, client = "shop-one") {
  const credentials = Buffer.from(`${client}:secret`).toString("base64");
  const answer = await fetch(`${origin}/v1/oauth2/token`, {
    method: "POST",
    headers: { authorization: `Basic ${credentials}` },
    body: new URLSearchParams({ grant_type: "client_credentials" }),
  });
  const { access_token: token } = (await answer.json()) as { access_token: string };

  return async (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<PayPalAnswer> => {
    const response = await fetch(origin + path, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json", ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const parsed = (text === "" ? {} : JSON.parse(text)) as Json;
    return { status: response.status, body: parsed, headers: response.headers };
  };
}

export type PayPalClient = Awaited<ReturnType<typeof paypalClient>>;

export function orderOf(value = "19.99", currency = "EUR", rest: Json = {}): Json {
  return {
    intent: "CAPTURE",
    purchase_units: [{ amount: { currency_code: currency, value }, custom_id: "order-1", ...rest }],
  };
}

/** The only capture of the order. */
export function captureOf(order: Json): Json {
  const [unit] = order["purchase_units"] as { payments: { captures: Json[] } }[];
  return unit?.payments.captures[0] ?? {};
}

export function issueOf({ body }: PayPalAnswer): unknown {
  return (body["details"] as Json[] | undefined)?.[0]?.["issue"];
}
