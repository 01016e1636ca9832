import path from "node:path";
import { bundle, document, script } from "../core/bundle.ts";
import { wrong } from "../core/control.ts";
import type { Answer, Call, Route } from "../core/types.ts";
import { endAuthentication } from "./confirm.ts";
import { success } from "./errors.ts";
import { type Intent, intents } from "./tables.ts";

const folder = path.join(import.meta.dirname, "browser");
const files = [
  "../../core/browser/cards.js",
  "../../core/browser/dialog.js",
  "events.js",
  "payment-element.js",
  "express.js",
  "elements.js",
  "stripe.js",
];

/** The routes for the script that shops' pages load, and for the 3-D Secure page and the call that it makes. */
export const browserRoutes: readonly Route[] = [
  { method: "GET", pattern: "/endive/stripe.js", handle: getScript, open: true },
  { method: "GET", pattern: "/v3/", handle: getScript, open: true },
  { method: "GET", pattern: "/_browser/three-d-secure/{id}", handle: getChallenge, open: true },
  { method: "POST", pattern: "/_browser/three-d-secure/{id}", handle: endChallenge, open: true },
];

export const controlRoutes: readonly Route[] = [
  {
    method: "POST",
    pattern: "/_control/payment_intents/{id}/authenticate",
    handle: authenticate,
    open: true,
  },
];

function getScript({ browser, origin }: Call): Answer {
  const settings = JSON.stringify({ ...browser, origin });
  return script(`(() => {\n${bundle(folder, files)}\ninstall(${settings});\n})();`);
}

function getChallenge({ params, request }: Call): Answer {
  const id = encodeURIComponent(params["id"] ?? "");
  const returnUrl = request.query.get("return_url");
  return document(
    "3-D Secure",
    `<p>Your bank asks you to confirm this payment.</p>
<button type="button" id="complete">Complete</button>
<button type="button" id="fail">Fail</button>`,
    `const returnUrl = ${JSON.stringify(returnUrl)};
for (const id of ["complete", "fail"])
  document.getElementById(id).addEventListener("click", async () => {
    const body = new URLSearchParams({ succeeds: String(id === "complete") });
    const answer = await fetch("/_browser/three-d-secure/${id}", { method: "POST", body });
    const intent = await answer.json();
    if (returnUrl === null) { window.parent.postMessage({ done: true }, "*"); return; }
    const url = new URL(returnUrl);
    url.searchParams.set("payment_intent", intent.id);
    url.searchParams.set("payment_intent_client_secret", intent.client_secret);
    url.searchParams.set("redirect_status", intent.status === "succeeded" ? "succeeded" : "failed");
    window.location.assign(url);
  });`,
  );
}

function endChallenge(call: Call): Answer {
  return success(
    endAuthentication(call.tx, knownIntent(call), call.body["succeeds"] === "true").api,
  );
}

function authenticate(call: Call): Answer {
  return success(endAuthentication(call.tx, knownIntent(call), call.body["succeeds"] === true).api);
}

function knownIntent({ tx, params: { id = "" } }: Call): Intent {
  const intent = tx.get(intents, id);
  if (intent === undefined) throw wrong(`There is no payment intent ${id}.`, 404);
  return intent;
}
