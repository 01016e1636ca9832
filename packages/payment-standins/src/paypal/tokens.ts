import { randomText } from "../core/ids.ts";
import type { Answer, Call, Route } from "../core/types.ts";
import { debugId, success } from "./errors.ts";
import { merchantIdOf } from "./present.ts";
import { tokens } from "./tables.ts";

/** For how many seconds a token is valid: nine hours, as in PayPal's sandbox. */
const tokenSeconds = 32_400;

export const tokenRoutes: readonly Route[] = [
  { method: "POST", pattern: "/v1/oauth2/token", handle: createToken, open: true },
  { method: "POST", pattern: "/v1/identity/generate-token", handle: createClientToken },
];

function createToken({ request, body, tx, now }: Call): Answer {
  const [, encoded = ""] = /^Basic (\S+)$/.exec(request.headers.authorization ?? "") ?? [];
  const [client = "", secret = ""] = Buffer.from(encoded, "base64").toString("utf8").split(":");
  if (client === "" || secret === "" || secret.startsWith("wrong"))
    return oauthError(401, "invalid_client", "Client Authentication failed");
  if (body["grant_type"] !== "client_credentials")
    return oauthError(400, "unsupported_grant_type", "Grant Type is NULL or not supported");
  const id = `A21AA${randomText(72, "mixed")}`;
  const expiresAt = new Date(now.getTime() + tokenSeconds * 1000).toISOString();
  tx.put(tokens, { id, account: client, expiresAt });
  return success(200, {
    scope:
      "https://uri.paypal.com/services/payments/payment https://uri.paypal.com/services/payments/refund",
    access_token: id,
    token_type: "Bearer",
    app_id: `APP-${merchantIdOf(client)}`,
    expires_in: tokenSeconds,
    nonce: `${now.toISOString()}${randomText(12, "mixed")}`,
  });
}

/** Creates the token that hosted fields need on the page. */
function createClientToken(): Answer {
  return success(200, {
    client_token: randomText(64, "mixed"),
    id_token: randomText(64, "mixed"),
    expires_in: 3600,
  });
}

function oauthError(status: number, error: string, error_description: string): Answer {
  return { status, body: { error, error_description }, headers: { "paypal-debug-id": debugId() } };
}
