import { randomText } from "../core/ids.ts";
import type { Answer, Call, Json, Route } from "../core/types.ts";
import { captureIntent, putIntent } from "./charge.ts";
import { confirmIntent } from "./confirm.ts";
import { emit, seconds } from "./emit.ts";
import { invalid, missing, notFound, success } from "./errors.ts";
import { booleanOf, decodeForm, integerOf, metadataOf, onlyKnown, textOf } from "./form.ts";
import { listed, pageOf } from "./lists.ts";
import { methodOf } from "./payment-methods.ts";
import { isOpen, unexpectedState } from "./states.ts";
import { type Intent, charges, intents, methods } from "./tables.ts";

const base = "/v1/payment_intents";

export const intentRoutes: readonly Route[] = [
  { method: "POST", pattern: base, handle: createIntent },
  {
    method: "GET",
    pattern: base,
    handle: (call) => listed(call, call.tx.all(intents), ["customer"]),
  },
  { method: "GET", pattern: `${base}/search`, handle: searchIntents },
  { method: "GET", pattern: `${base}/{id}`, handle: (call) => success(requireIntent(call).api) },
  { method: "POST", pattern: `${base}/{id}`, handle: updateIntent },
  {
    method: "POST",
    pattern: `${base}/{id}/confirm`,
    handle: (call) => confirmIntent(call, requireIntent(call)),
  },
  { method: "POST", pattern: `${base}/{id}/capture`, handle: capture },
  { method: "POST", pattern: `${base}/{id}/cancel`, handle: cancelIntent },
];

const changeable = [
  "amount",
  "currency",
  "description",
  "metadata",
  "payment_method",
  "payment_method_data",
  "payment_method_options",
  "payment_method_types",
  "receipt_email",
  "setup_future_usage",
  "shipping",
  "statement_descriptor",
  "statement_descriptor_suffix",
  "transfer_group",
  "capture_method",
  "amount_details",
  "payment_details",
];
const updateParams = new Set(changeable);
const createParams = new Set([
  ...changeable,
  "allowed_payment_method_types",
  "automatic_payment_methods",
  "confirm",
  "confirmation_method",
  "confirmation_token",
  "customer",
  "error_on_requires_action",
  "excluded_payment_method_types",
  "mandate_data",
  "off_session",
  "payment_method_configuration",
  "radar_options",
  "return_url",
  "use_stripe_sdk",
  "client_secret",
]);
const captureMethods = new Set(["automatic", "automatic_async", "manual"]);
/** The minimum amount of a charge, in minor units. */
const leastAmount = 50;

function createIntent(call: Call): Answer {
  const { tx, account, body, now } = call;
  onlyKnown(body, createParams);
  const amount = amountOf(body);
  const currency = textOf(body, "currency")?.toLowerCase();
  if (currency === undefined) throw missing("currency");
  if (!/^[a-z]{3}$/.test(currency))
    throw invalid(`Invalid currency: ${currency}.`, { param: "currency" });
  const id = `pi_${randomText(24, "mixed")}`;
  const types = body["payment_method_types"] as string[] | undefined;
  const method = methodOf(tx, account, body);
  const intent = tx.put(intents, {
    id,
    account,
    methodId: method?.id ?? null,
    api: {
      id,
      object: "payment_intent",
      allowed_payment_method_types: null,
      amount,
      amount_capturable: 0,
      amount_details: { tip: {} },
      amount_received: 0,
      application: null,
      application_fee_amount: null,
      automatic_payment_methods: automaticOf(body),
      canceled_at: null,
      cancellation_reason: null,
      capture_method: captureMethodOf(body),
      client_secret: `${id}_secret_${randomText(25, "mixed")}`,
      confirmation_method: "automatic",
      created: seconds(now),
      currency,
      customer: null,
      customer_account: null,
      description: textOf(body, "description"),
      excluded_payment_method_types: null,
      last_payment_error: null,
      latest_charge: null,
      livemode: false,
      managed_payments: null,
      metadata: metadataOf(body),
      next_action: null,
      on_behalf_of: null,
      payment_method: method?.id ?? null,
      payment_method_configuration_details: null,
      payment_method_options: {
        card: {
          installments: null,
          mandate_options: null,
          network: null,
          request_three_d_secure: "automatic",
        },
      },
      payment_method_types: types ?? ["card", "link"],
      payment_record: null,
      processing: null,
      receipt_email: textOf(body, "receipt_email"),
      review: null,
      setup_future_usage: textOf(body, "setup_future_usage"),
      shipping: shippingOf(body),
      source: null,
      statement_descriptor: textOf(body, "statement_descriptor"),
      statement_descriptor_suffix: textOf(body, "statement_descriptor_suffix"),
      status: method === null ? "requires_payment_method" : "requires_confirmation",
      transfer_data: null,
      transfer_group: textOf(body, "transfer_group"),
    },
  });
  emit(tx, account, "payment_intent.created", intent.api);
  return booleanOf(body, "confirm") ? confirmIntent(call, intent) : success(intent.api);
}

function updateIntent(call: Call): Answer {
  const { tx, account, body } = call;
  onlyKnown(body, updateParams);
  const intent = requireIntent(call);
  const status = String(intent.api["status"]);
  const onlyNotes = Object.keys(body).every((name) =>
    ["metadata", "description", "expand"].includes(name),
  );
  if (!onlyNotes && !isOpen(status)) throw unexpectedState(intent, "update");
  const method = methodOf(tx, account, body);
  const texts = [
    "description",
    "receipt_email",
    "statement_descriptor",
    "statement_descriptor_suffix",
    "currency",
  ];
  const changed = putIntent(
    tx,
    { ...intent, methodId: method?.id ?? intent.methodId },
    {
      ...Object.fromEntries(
        texts.filter((name) => body[name] !== undefined).map((name) => [name, textOf(body, name)]),
      ),
      ...(body["amount"] === undefined ? {} : { amount: amountOf(body) }),
      ...(body["shipping"] === undefined ? {} : { shipping: shippingOf(body) }),
      ...(method === null ? {} : { payment_method: method.id, status: "requires_confirmation" }),
      metadata: metadataOf(body, intent.api["metadata"] as Json),
    },
  );
  return success(changed.api);
}

function capture(call: Call): Answer {
  const { tx, body } = call;
  const intent = requireIntent(call);
  if (intent.api["status"] !== "requires_capture") throw unexpectedState(intent, "capture");
  const capturable = Number(intent.api["amount_capturable"]);
  const amount = integerOf(body, "amount_to_capture") ?? capturable;
  if (amount < 1 || amount > capturable)
    throw invalid("The amount to capture must be between 1 and the amount capturable.", {
      code: "amount_too_large",
      param: "amount_to_capture",
    });
  const charge = tx.get(charges, String(intent.api["latest_charge"]));
  const method = tx.get(methods, String(intent.api["payment_method"]));
  if (charge === undefined || method === undefined)
    throw new Error("The held intent has no charge or no payment method.");
  return success(captureIntent(tx, intent, charge, method, amount).api);
}

function cancelIntent(call: Call): Answer {
  const { tx, account, body, now } = call;
  const intent = requireIntent(call);
  const status = String(intent.api["status"]);
  if (!isOpen(status) && status !== "requires_capture") throw unexpectedState(intent, "cancel");
  const canceled = putIntent(tx, intent, {
    status: "canceled",
    canceled_at: seconds(now),
    cancellation_reason: textOf(body, "cancellation_reason"),
    amount_capturable: 0,
    next_action: null,
  });
  emit(tx, account, "payment_intent.canceled", canceled.api);
  return success(canceled.api);
}

/** Searches with queries such as `metadata['orderId']:'x' AND status:'succeeded'`. */
function searchIntents(call: Call): Answer {
  const query = decodeForm(call.request.query);
  const text = textOf(query, "query");
  if (text === null) throw missing("query");
  const clauses = text.split(" AND ").map(clauseOf);
  const found = call.tx
    .all(intents)
    .filter((intent) => intent.account === call.account)
    .filter(({ api }) =>
      clauses.every(({ field, key, value }) => {
        const target = key === undefined ? api[field] : (api[field] as Json)[key];
        return String(target) === value;
      }),
    )
    .toReversed()
    .map(({ api }) => api);
  const page = pageOf(found, query, call.request.path);
  return success({ ...(page.body as Json), object: "search_result", next_page: null });
}

function unquoted(part: string): string {
  return part.replaceAll(/["'\]]/g, "").trim();
}

/** Splits `metadata['orderId']:'x'` into field, key and value. */
function clauseOf(clause: string): { field: string; key: string | undefined; value: string } {
  const colon = clause.indexOf(":", clause.indexOf("]") + 1);
  const [field = "", key] = clause.slice(0, colon).trim().split("[");
  return {
    field,
    key: key === undefined ? undefined : unquoted(key),
    value: unquoted(clause.slice(colon + 1)),
  };
}

/** Returns the caller's intent. With a publishable key, the request must also contain the client secret. */
export function requireIntent({ tx, account, params, request, body }: Call): Intent {
  const id = params["id"] ?? "";
  const intent = tx.get(intents, id);
  const secret = request.query.get("client_secret") ?? body["client_secret"];
  const isPublic = (request.headers.authorization ?? "").includes("pk_test_");
  if (intent?.account !== account || (isPublic && intent.api["client_secret"] !== secret))
    throw notFound("payment_intent", id);
  return intent;
}

function amountOf(body: Json): number {
  const amount = integerOf(body, "amount");
  if (amount === undefined) throw missing("amount");
  if (amount < 1)
    throw invalid("This value must be greater than or equal to 1.", {
      code: "parameter_invalid_integer",
      param: "amount",
    });
  if (amount < leastAmount && !["jpy", "krw"].includes(String(body["currency"]).toLowerCase()))
    throw invalid(`Amount must be at least ${leastAmount}.`, {
      code: "amount_too_small",
      param: "amount",
    });
  if (amount > 99_999_999)
    throw invalid("Amount must be no more than 99999999.", {
      code: "amount_too_large",
      param: "amount",
    });
  return amount;
}

/**
 * The settings of automatic payment methods; null if they are off. As in Stripe's API since 2023-08-16, they are on
 * unless the request turns them off or lists payment method types.
 */
function automaticOf(body: Json): Json | null {
  const given = (body["automatic_payment_methods"] ?? {}) as Json;
  if (body["payment_method_types"] !== undefined || given["enabled"] === "false") return null;
  return { allow_redirects: textOf(given, "allow_redirects") ?? "always", enabled: true };
}

function captureMethodOf(body: Json): string {
  const method = textOf(body, "capture_method") ?? "automatic_async";
  if (!captureMethods.has(method))
    throw invalid(`Invalid capture_method: ${method}`, { param: "capture_method" });
  return method;
}

function shippingOf(body: Json): Json | null {
  const given = body["shipping"];
  if (typeof given !== "object" || given === null) return null;
  const { address, name, phone, carrier, tracking_number: tracking } = given as Json;
  const empty = {
    city: null,
    country: null,
    line1: null,
    line2: null,
    postal_code: null,
    state: null,
  };
  return {
    address: { ...empty, ...(address as Json) },
    carrier: carrier ?? null,
    name,
    phone: phone ?? null,
    tracking_number: tracking ?? null,
  };
}
