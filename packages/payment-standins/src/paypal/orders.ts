import { randomText } from "../core/ids.ts";
import type { Answer, Call, Json, Route } from "../core/types.ts";
import { captureOrder } from "./capture-order.ts";
import { checkUnit } from "./amounts.ts";
import { detail, failureOf, orderedFailure, refuse, success } from "./errors.ts";
import { patchOrder } from "./patch-order.ts";
import { presentOrder, presentOrderMinimal } from "./present.ts";
import { type Order, type PurchaseUnit, orders } from "./tables.ts";
import { textOrNull, timestamp } from "./values.ts";

const hour = 3600;
/** How long PayPal stores the request ids of orders. */
export const orderKeySeconds = 6 * hour;
/** How long an order exists without being captured: 6 hours after its creation, or 72 hours if it was approved. */
const unapprovedSeconds = 6 * hour;
const approvedSeconds = 72 * hour;

export const orderRoutes: readonly Route[] = [
  {
    method: "POST",
    pattern: "/v2/checkout/orders",
    handle: createOrder,
    keepAnswerSeconds: orderKeySeconds,
  },
  { method: "GET", pattern: "/v2/checkout/orders/{id}", handle: getOrder },
  { method: "PATCH", pattern: "/v2/checkout/orders/{id}", handle: changeOrder },
  {
    method: "POST",
    pattern: "/v2/checkout/orders/{id}/capture",
    handle: capture,
    keepAnswerSeconds: orderKeySeconds,
  },
];

function createOrder(call: Call): Answer {
  const { body, tx, now, account, request } = call;
  const ordered = orderedFailure(request.headers["paypal-mock-response"]);
  if (ordered !== null) return ordered;
  const { intent, purchase_units: given, payment_source: source } = body;
  if (intent !== "CAPTURE")
    throw refuse(
      400,
      detail(intent === undefined ? "MISSING_REQUIRED_PARAMETER" : "INVALID_PARAMETER_VALUE", {
        field: "/intent",
      }),
    );
  if (!Array.isArray(given) || given.length === 0)
    throw refuse(400, detail("MISSING_REQUIRED_PARAMETER", { field: "/purchase_units" }));
  if (source !== undefined && request.headers["paypal-request-id"] === undefined)
    throw refuse(400, detail("PAYPAL_REQUEST_ID_REQUIRED", { field: "/payment_source" }));
  const units = (given as Json[]).map((unit, index) => {
    const prepared = Object.assign({ reference_id: "default" }, unit) as PurchaseUnit;
    checkTexts(prepared, index);
    checkUnit(prepared, `/purchase_units/${index}`);
    return prepared;
  });
  if (units.length > 1)
    throw refuse(
      422,
      detail("DUPLICATE_REFERENCE_ID", { field: "/purchase_units", value: "more than one" }),
    );
  const context = contextOf(body);
  const at = timestamp(now);
  const order = tx.put(orders, {
    id: randomText(17, "upper"),
    account,
    intent: "CAPTURE",
    status: source === undefined ? "CREATED" : "PAYER_ACTION_REQUIRED",
    createTime: at,
    updateTime: at,
    units,
    source: source === undefined ? null : shownSource(source as Json),
    payer: null,
    instrument: "accepted",
    captureId: null,
    returnUrl: textOrNull(context["return_url"]),
    cancelUrl: textOrNull(context["cancel_url"]),
    shippingPreference: textOrNull(context["shipping_preference"]) ?? "GET_FROM_FILE",
  });
  return success(201, shown(call, order));
}

function getOrder(call: Call): Answer {
  const ordered = orderedFailure(call.request.headers["paypal-mock-response"]);
  if (ordered !== null) return ordered;
  return success(200, presentOrder(call.tx, requireOrder(call), call.origin));
}

function changeOrder(call: Call): Answer {
  const order = requireOrder(call);
  const changed = patchOrder(order, call.body["operations"]);
  call.tx.put(orders, { ...changed, updateTime: timestamp(call.now) });
  return { status: 204 };
}

function capture(call: Call): Answer {
  const ordered = orderedFailure(call.request.headers["paypal-mock-response"]);
  if (ordered !== null) return ordered;
  const order = requireOrder(call);
  if (order.status === "COMPLETED") return failureOf("ORDER_ALREADY_CAPTURED");
  if (order.status !== "APPROVED") return failureOf("ORDER_NOT_APPROVED");
  // A declined instrument stays declined until the buyer approves the order with another one.
  if (order.instrument === "declined")
    return failureOf("INSTRUMENT_DECLINED", [
      { href: `${call.origin}/checkoutnow?token=${order.id}`, rel: "redirect", method: "GET" },
    ]);
  return success(201, shown(call, captureOrder(call.tx, order, call.origin)));
}

function shown(call: Call, order: Order): Json {
  const isFull = String(call.request.headers["prefer"] ?? "").includes("return=representation");
  const present = isFull ? presentOrder : presentOrderMinimal;
  return present(call.tx, order, call.origin);
}

/** Returns the caller's order. Throws a 404 response if there is none, it has expired, or it is another account's. */
function requireOrder({ tx, params, account, now }: Call): Order {
  const order = tx.get(orders, params["id"] ?? "");
  if (order === undefined || order.account !== account || isGone(order, now))
    throw refuse(404, detail("INVALID_RESOURCE_ID"));
  return order;
}

function isGone({ status, createTime }: Order, now: Date): boolean {
  if (status === "COMPLETED") return false;
  const seconds = (now.getTime() - new Date(createTime).getTime()) / 1000;
  return seconds > (status === "APPROVED" ? approvedSeconds : unapprovedSeconds);
}

function checkTexts(unit: PurchaseUnit, index: number): void {
  const limits = {
    custom_id: 127,
    invoice_id: 127,
    description: 127,
    soft_descriptor: 22,
    reference_id: 256,
  };
  for (const [name, limit] of Object.entries(limits)) {
    const value = unit[name];
    const isFine =
      value === undefined || (typeof value === "string" && value !== "" && value.length <= limit);
    if (!isFine)
      throw refuse(
        400,
        detail("INVALID_STRING_LENGTH", {
          field: `/purchase_units/${index}/${name}`,
          description: "The value of a field is either too short or too long",
        }),
      );
  }
}

function contextOf(body: Json): Json {
  const source = (body["payment_source"] ?? {}) as Record<string, Json | undefined>;
  const inSource = Object.values(source)[0]?.["experience_context"];
  return (inSource ?? body["application_context"] ?? {}) as Json;
}

/** The payment source as an order shows it: only its name, without its settings. */
function shownSource(source: Json): Json {
  return Object.fromEntries(Object.keys(source).map((name) => [name, {}]));
}
