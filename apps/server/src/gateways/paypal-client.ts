import { z } from "zod";
import { GatewayRefused, GatewayUnknown } from "./provider.ts";

/**
 * Timeouts of a call and of its token request, short enough that no call is still running when a job asks about the
 * payment.
 */
const timeoutMs = 18_000;
const tokenTimeoutMs = 8_000;
const maxAnswerBytes = 1_000_000;
/** A token is renewed this long before it expires. */
const tokenMarginMs = 60_000;

export type PayPalAnswer = {
  status: number;
  /** Parsed JSON; null if the body is empty. */
  body: unknown;
  debugId: string | null;
};

export type PayPalRequest = {
  method: "GET" | "POST" | "PATCH";
  path: string;
  /** The idempotency key. */
  key?: string;
  body?: object;
};

/**
 * Returns any response with a status below 500, except 401 and 429. Throws PayPalKeysRefused if PayPal rejects the
 * keys, and GatewayUnknown if the result is unknown.
 */
export type PayPalClient = (request: PayPalRequest) => Promise<PayPalAnswer>;

/** PayPal doesn't accept the store's keys, so the call has had no effect. */
export class PayPalKeysRefused extends GatewayRefused {
  override name = "PayPalKeysRefused";

  constructor() {
    super(
      "AUTHENTICATION_FAILURE",
      "The store's connection to PayPal isn't working. Try again later.",
    );
  }
}

const Token = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });

export function createPayPalClient(account: {
  baseUrl: URL;
  clientId: string;
  clientSecret: string;
}): PayPalClient {
  let token: { value: Promise<string>; until: number } | null = null;

  /** Returns the access token, requesting a new one if needed. Concurrent calls share one request. */
  function currentToken(): Promise<string> {
    if (token !== null && token.until > performance.now()) return token.value;
    const asked = { value: askForToken(account), until: Infinity };
    const fetched = asked.value.then(({ access_token: value, expires_in: seconds }) => {
      entry.until = performance.now() + Math.max(0, seconds * 1000 - tokenMarginMs);
      return value;
    });
    const entry = { value: fetched, until: asked.until };
    token = entry;
    fetched.catch(() => {
      if (token === entry) token = null;
    });
    return fetched;
  }

  async function send(
    request: PayPalRequest,
    signal: AbortSignal,
    again: boolean,
  ): Promise<PayPalAnswer> {
    const value = await currentToken();
    const response = await call(new URL(request.path, account.baseUrl), {
      signal,
      method: request.method,
      headers: {
        authorization: `Bearer ${value}`,
        accept: "application/json",
        prefer: "return=representation",
        ...(request.body === undefined ? {} : { "content-type": "application/json" }),
        ...(request.key === undefined ? {} : { "paypal-request-id": request.key }),
      },
      ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
    });
    if (response.status !== 401) return response;
    // The token was revoked, or expired early. The call has had no effect, so it can be repeated.
    token = null;
    if (!again) throw new PayPalKeysRefused();
    return send(request, signal, false);
  }

  return (request) => send(request, AbortSignal.timeout(timeoutMs), true);
}

async function askForToken({
  baseUrl,
  clientId,
  clientSecret,
}: {
  baseUrl: URL;
  clientId: string;
  clientSecret: string;
}): Promise<z.infer<typeof Token>> {
  const { status, body } = await call(new URL("/v1/oauth2/token", baseUrl), {
    method: "POST",
    signal: AbortSignal.timeout(tokenTimeoutMs),
    headers: {
      authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}`,
      accept: "application/json",
      "content-type": "application/x-www-form-urlencoded",
    },
    body: "grant_type=client_credentials",
  });
  if (status === 400 || status === 401) throw new PayPalKeysRefused();
  const parsed = Token.safeParse(body);
  if (!parsed.success) throw new GatewayUnknown(`PayPal returned no token (status ${status})`);
  return parsed.data;
}

/**
 * Throws GatewayUnknown if there is no response, and for 429 and 5xx. The error message includes nothing from the
 * bodies of the request and the response.
 */
async function call(url: URL, init: RequestInit): Promise<PayPalAnswer> {
  const { response, text } = await exchange(url, init);
  const debugId = response.headers.get("paypal-debug-id");
  if (response.status >= 500 || response.status === 429)
    throw new GatewayUnknown(
      `PayPal answered with status ${response.status} (debug id ${debugId ?? "none"})`,
    );
  return { status: response.status, body: parse(text), debugId };
}

async function exchange(url: URL, init: RequestInit) {
  try {
    const response = await fetch(url, { ...init, redirect: "error" });
    return { response, text: await response.text() };
  } catch (error) {
    const reason = error instanceof Error ? error.name : "error";
    throw new GatewayUnknown(`PayPal did not answer (${reason})`);
  }
}

function parse(text: string): unknown {
  if (text === "") return null;
  if (text.length > maxAnswerBytes) throw new GatewayUnknown("PayPal's answer was too large");
  try {
    return JSON.parse(text);
  } catch {
    throw new GatewayUnknown("PayPal's answer was not JSON");
  }
}
