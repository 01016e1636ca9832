import { createHash } from "node:crypto";
import type {
  Answer,
  ApiRequest,
  Call,
  Json,
  Provider,
  Route,
  StoredAnswer,
} from "../core/types.ts";
import { accountRoutes, makePayout } from "./account.ts";
import { browserRoutes, controlRoutes } from "./browser-routes.ts";
import { closeDispute, disputeRoutes, openDispute } from "./disputes.ts";
import { failure, invalid, success } from "./errors.ts";
import { expand } from "./expand.ts";
import { decodeForm } from "./form.ts";
import { intentRoutes } from "./intents.ts";
import { settleCharge } from "./money.ts";
import { methodRoutes } from "./payment-methods.ts";
import { refundRoutes, settleRefund } from "./refunds.ts";
import { emit } from "./emit.ts";
import { forgeDelivery, signDelivery, webhookRoutes } from "./webhooks.ts";

const keySeconds = 24 * 3600;

/** Stripe's API: payment intents, charges, refunds, disputes, balance, payouts and webhooks. */
export function createStripe(): Provider {
  const api = [
    ...intentRoutes,
    ...methodRoutes,
    ...refundRoutes,
    ...disputeRoutes,
    ...accountRoutes,
    ...webhookRoutes,
  ];
  return {
    name: "stripe",
    routes: [...api.map(withExpansion), ...browserRoutes],
    controlRoutes,
    authenticate,
    decode,
    idempotency,
    replay,
    inProgress: () =>
      failure(409, {
        type: "idempotency_error",
        code: "idempotency_key_in_use",
        message:
          "There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through).",
      }),
    failure: failureOf,
    sign: signDelivery,
    forge: forgeDelivery,
    openDispute: (tx, input) => openDispute(tx, input),
    closeDispute: (tx, id, outcome) => closeDispute(tx, id, outcome),
    settleRefund: (tx, id, status) => settleRefund(tx, id, status === "completed").api,
    makePayout: (tx, account, currency) => makePayout(tx, account, currency),
    runTask(tx, kind, subject) {
      if (kind === "refund-pending") settleRefund(tx, subject, true);
      if (kind === "refund-fails") settleRefund(tx, subject, false);
      const settled = kind === "settle-charge" ? settleCharge(tx, subject) : null;
      if (settled !== null) emit(tx, settled.account, "charge.updated", settled.api);
    },
  };
}

/** Adds what every call accepts: the parameter `expand` and, for POST calls, an idempotency key. */
function withExpansion(route: Route): Route {
  const handle = (call: Call): Answer => {
    const answer = route.handle(call);
    const source = call.request.method === "GET" ? decodeForm(call.request.query) : call.body;
    const paths = source["expand"];
    if (!Array.isArray(paths) || answer.status !== 200) return answer;
    return success(expand(call.tx, answer.body as Json, paths.map(String)));
  };
  return route.method === "POST"
    ? { ...route, handle, keepAnswerSeconds: keySeconds }
    : { ...route, handle };
}

const forBrowsers: readonly (readonly [method: string, path: RegExp])[] = [
  ["GET", /^\/v1\/payment_intents\/\w+$/],
  ["POST", /^\/v1\/payment_intents\/\w+\/confirm$/],
  ["POST", /^\/v1\/payment_methods$/],
  ["POST", /^\/v1\/confirmation_tokens$/],
];

/**
 * Returns the account, which is the text after sk_test_ or pk_test_. A publishable key may only make the calls that a
 * browser makes.
 */
function authenticate({ headers, method, path }: ApiRequest): string {
  const { authorization = "" } = headers;
  const [, basic] = /^Basic (\S+)$/.exec(authorization) ?? [];
  const [, bearer = ""] = /^Bearer (\S+)$/.exec(authorization) ?? [];
  const key =
    basic === undefined ? bearer : Buffer.from(basic, "base64").toString("utf8").replace(/:$/, "");
  if (key === "")
    throw invalid(
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
      { status: 401 },
    );
  const [, kind, account = ""] = /^(sk|rk|pk)_test_(\w+)$/.exec(key) ?? [];
  if (kind === undefined || account.startsWith("wrong"))
    throw invalid(`Invalid API Key provided: ${key.slice(0, 8)}****${key.slice(-4)}`, {
      status: 401,
    });
  if (
    kind === "pk" &&
    !forBrowsers.some(([verb, pattern]) => verb === method && pattern.test(path))
  )
    throw invalid(
      "This API call cannot be made with a publishable API key. Please use a secret API key.",
      { status: 401, code: "secret_key_required" },
    );
  return account;
}

function decode({ raw, headers }: ApiRequest): Json {
  const type = headers["content-type"] ?? "";
  if (raw.length > 0 && !type.startsWith("application/x-www-form-urlencoded"))
    throw invalid("Invalid request: send parameters as application/x-www-form-urlencoded.");
  return decodeForm(new URLSearchParams(raw.toString("utf8")));
}

/**
 * Reads the idempotency key, which applies to the whole account: using it with another path or other parameters is an
 * error.
 */
function idempotency(request: ApiRequest): { key: string; fingerprint: string } | null {
  const key = request.headers["idempotency-key"];
  if (typeof key !== "string" || key === "" || request.method !== "POST") return null;
  const fingerprint = createHash("sha256")
    .update(request.path)
    .update(request.raw)
    .digest("base64");
  return { key, fingerprint };
}

function replay({ id, fingerprint, status, body }: StoredAnswer, sent: string): Answer {
  if (fingerprint !== sent)
    return failure(400, {
      type: "idempotency_error",
      message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${id.slice(id.indexOf(" ") + 1)}' if you meant to execute a different request.`,
    });
  const { headers } = success({});
  return { status, body, headers: { ...headers, "idempotent-replayed": "true" } };
}

function failureOf(status: number, message: string): Answer {
  if (status === 429)
    return failure(429, { type: "rate_limit_error", code: "rate_limit", message });
  if (status < 500) return failure(status, { type: "invalid_request_error", message });
  return failure(status, { type: "api_error", message });
}
