import path from "node:path";
import { bundle, document, escapeHtml } from "../core/bundle.ts";
import type { Answer, Call, Route } from "../core/types.ts";
import { changePayment, requirePayment } from "./change-payment.ts";
import { presentPayment } from "./present.ts";
import { type PaymentStatus, payments } from "./tables.ts";
import { amountOf } from "./values.ts";

const folder = path.join(import.meta.dirname, "browser");
const states: readonly (readonly [PaymentStatus, string])[] = [
  ["paid", "Paid"],
  ["failed", "Failed"],
  ["canceled", "Canceled"],
  ["expired", "Expired"],
  ["open", "Open"],
];

/** The routes of the hosted checkout page and of the calls that it makes. */
export const browserRoutes: readonly Route[] = [
  { method: "GET", pattern: "/checkout/select-method/{id}", handle: getCheckout, open: true },
  { method: "POST", pattern: "/_browser/payments/{id}", handle: setStatus, open: true },
];

export const controlRoutes: readonly Route[] = [
  { method: "POST", pattern: "/_control/payments/{id}", handle: setStatus, open: true },
];

function getCheckout({ tx, params }: Call): Answer {
  const payment = tx.get(payments, params["id"] ?? "");
  if (payment === undefined || payment.status !== "open")
    return {
      ...document("Mollie", "<p role=alert>This payment doesn't exist or has ended.</p>"),
      status: 404,
    };
  const { currency, value } = amountOf(payment.amountMinor, payment.currency);
  const choices = states.map(
    ([status, label], index) =>
      `<label><input type="radio" name="status" value="${status}"${index === 0 ? " checked" : ""}> ${label}</label>`,
  );
  return document(
    "Mollie",
    `<p>${escapeHtml(payment.description)}</p>
<p>Total: <strong>${value} ${currency}</strong></p>
<p id="notice" role="alert"></p>
<form>
<label>Payment method <select name="method">
<option value="creditcard">Card</option><option value="ideal">iDEAL</option><option value="bancontact">Bancontact</option>
</select></label>
<fieldset><legend>State of the payment</legend>${choices.join("")}</fieldset>
<button>Continue</button>
</form>`,
    `${bundle(folder, ["checkout.js"])}\nrun(${JSON.stringify({ id: payment.id, redirectUrl: payment.redirectUrl, cancelUrl: payment.cancelUrl })});`,
  );
}

function setStatus({ tx, params, body, origin }: Call): Answer {
  const payment = requirePayment(tx, params["id"] ?? "");
  const method = typeof body["method"] === "string" ? body["method"] : "creditcard";
  const changed = changePayment(tx, payment, body["status"] as PaymentStatus, method);
  return { status: 200, body: presentPayment(changed, origin) };
}
