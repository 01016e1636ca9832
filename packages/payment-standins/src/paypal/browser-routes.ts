import path from "node:path";
import { bundle, document, escapeHtml, script } from "../core/bundle.ts";
import type { Answer, Call, Json, Route } from "../core/types.ts";
import { addresses } from "./addresses.ts";
import { approveOrder, buyerEmail, openOrder } from "./approve-order.ts";
import { captureOrder } from "./capture-order.ts";
import { cardOf, instrumentOf, needsChallenge } from "./cards.ts";
import { detail, failureOf, refuse, success } from "./errors.ts";
import { patchOrder } from "./patch-order.ts";
import { presentOrder } from "./present.ts";
import { type Order, orders } from "./tables.ts";

const folder = path.join(import.meta.dirname, "browser");

/** The routes for the script that shops' pages load, for the buyer's window, and for the calls that both make. */
export const browserRoutes: readonly Route[] = [
  { method: "GET", pattern: "/sdk/js", handle: getSdk, open: true },
  { method: "GET", pattern: "/checkoutnow", handle: getCheckout, open: true },
  { method: "GET", pattern: "/_browser/orders/{id}", handle: getOrder, open: true },
  { method: "PATCH", pattern: "/_browser/orders/{id}", handle: changeOrder, open: true },
  { method: "POST", pattern: "/_browser/orders/{id}/approve", handle: approve, open: true },
  { method: "POST", pattern: "/_browser/orders/{id}/capture", handle: capture, open: true },
  { method: "POST", pattern: "/_browser/orders/{id}/card", handle: payByCard, open: true },
  { method: "GET", pattern: "/_browser/three-d-secure/{id}", handle: getChallenge, open: true },
  {
    method: "POST",
    pattern: "/_browser/orders/{id}/three-d-secure",
    handle: endChallenge,
    open: true,
  },
];

function getSdk({ request, browser }: Call): Answer {
  if ((request.query.get("client-id") ?? "") === "")
    return {
      ...script('throw new Error("SDK Validation error: client-id not passed")'),
      status: 400,
    };
  const shared = "../../core/browser";
  const files = [
    `${shared}/cards.js`,
    `${shared}/dialog.js`,
    "window.js",
    "buttons.js",
    "card-fields.js",
    "hosted-fields.js",
    "sdk.js",
  ];
  return script(`(() => {\n${bundle(folder, files)}\ninstall(${JSON.stringify(browser)});\n})();`);
}

function getCheckout(call: Call): Answer {
  const { tx, request, origin } = call;
  const { query } = request;
  const order = tx.get(orders, query.get("token") ?? "");
  if (order === undefined || order.status === "COMPLETED")
    return {
      ...document("PayPal", "<p role=alert>This payment doesn't exist or has been made.</p>"),
      status: 404,
    };
  const isShipped = order.shippingPreference === "GET_FROM_FILE";
  const code = {
    order: presentOrder(tx, order, origin),
    addresses,
    asks: query.get("asks") === "1",
    isOpened: query.get("opened") === "1",
    isRestarted: query.get("restarted") === "1",
    fundingSource: query.get("fundingSource") ?? "paypal",
    returnUrl: order.returnUrl,
    cancelUrl: order.cancelUrl,
  };
  const list = addresses.map(
    ({ label }, index) => `<option value="${index}">${escapeHtml(label)}</option>`,
  );
  const shipping = `<label>Email <input id="email" value="${escapeHtml(buyerEmail)}"></label>
<label>Ship to <select id="address">${list.join("")}</select></label>
<label id="options" hidden>Shipping option <select id="option"></select></label>`;
  return document(
    "PayPal",
    `<main>
<p>Total: <strong id="amount"></strong></p>
<p id="notice" role="alert"></p>
${isShipped ? shipping : ""}
<button type="button" id="approve">Approve</button>
<button type="button" id="decline">Decline</button>
<button type="button" id="close">Close</button>
</main>`,
    `${bundle(folder, ["checkout.js"])}\nrun(${JSON.stringify(code)});`,
  );
}

function getOrder({ tx, params, origin }: Call): Answer {
  const order = tx.get(orders, params["id"] ?? "");
  if (order === undefined) throw refuse(404, detail("INVALID_RESOURCE_ID"));
  return success(200, presentOrder(tx, order, origin));
}

function changeOrder(call: Call): Answer {
  const order = unpaid(call);
  call.tx.put(orders, patchOrder(order, call.body["operations"]));
  return { status: 204 };
}

function approve(call: Call): Answer {
  const { body, tx, origin } = call;
  const { declines, address, name, email } = body as {
    declines?: boolean;
    address?: Json;
    name?: string;
    email?: string;
  };
  const approved = approveOrder(
    tx,
    unpaid(call),
    {
      instrument: declines === true ? "declined" : "accepted",
      ...(address === undefined ? {} : { address }),
      ...(name === undefined ? {} : { name }),
      ...(email === undefined ? {} : { email }),
    },
    origin,
  );
  return success(200, presentOrder(tx, approved, origin));
}

/** Handles the call that `actions.order.capture()` makes on the page. */
function capture(call: Call): Answer {
  const order = unpaid(call);
  if (order.status !== "APPROVED") return failureOf("ORDER_NOT_APPROVED");
  if (order.instrument === "declined") return failureOf("INSTRUMENT_DECLINED");
  return success(
    201,
    presentOrder(call.tx, captureOrder(call.tx, order, call.origin), call.origin),
  );
}

function payByCard(call: Call): Answer {
  const { tx, body, origin } = call;
  const order = unpaid(call);
  const [number, name, expiry] = [
    String(body["number"]),
    String(body["name"]),
    String(body["expiry"]),
  ];
  if (needsChallenge(number) || body["challenge"] === true) {
    tx.put(orders, { ...order, challenged: { number, name, expiry } });
    return { status: 200, body: { challenge: true } };
  }
  const card = cardOf(number, name, expiry, null);
  approveOrder(tx, order, { instrument: instrumentOf(number, name), card }, origin);
  return { status: 200, body: { liabilityShift: "UNKNOWN" } };
}

function getChallenge({ params }: Call): Answer {
  const id = params["id"] ?? "";
  return document(
    "3-D Secure",
    `<p>Your bank asks you to confirm this payment.</p>
<button type="button" id="complete">Complete</button>
<button type="button" id="fail">Fail</button>`,
    `for (const id of ["complete", "fail"])
  document.getElementById(id).addEventListener("click", async () => {
    const answer = await fetch(${JSON.stringify(`/_browser/orders/${encodeURIComponent(id)}/three-d-secure`)}, {
      method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ succeeds: id === "complete" }),
    });
    window.parent.postMessage(await answer.json(), "*");
  });`,
  );
}

function endChallenge(call: Call): Answer {
  const { tx, body, origin } = call;
  const order = unpaid(call);
  if (order.challenged === undefined) throw refuse(404, detail("INVALID_RESOURCE_ID"));
  const { number, name, expiry } = order.challenged;
  const liabilityShift = body["succeeds"] === true ? "POSSIBLE" : "NO";
  const card = cardOf(number, name, expiry, liabilityShift);
  approveOrder(tx, order, { instrument: instrumentOf(number, name), card }, origin);
  return { status: 200, body: { liabilityShift } };
}

function unpaid({ tx, params }: Call): Order {
  return openOrder(tx, params["id"] ?? "");
}
