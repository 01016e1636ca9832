import type { Transaction } from "../core/store.ts";
import type { Answer, Call, Json } from "../core/types.ts";
import { chargeIntent, putIntent } from "./charge.ts";
import { emit } from "./emit.ts";
import { failure, invalid, success } from "./errors.ts";
import { booleanOf, textOf } from "./form.ts";
import { isOpen, unexpectedState } from "./states.ts";
import { methodOf } from "./payment-methods.ts";
import { type Intent, type Method, methods } from "./tables.ts";
import { behaviorOf } from "./test-cards.ts";

/** Charges the card, or requires 3-D Secure first. */
export function confirmIntent(call: Call, intent: Intent): Answer {
  const { tx, account, body, origin } = call;
  if (!isOpen(String(intent.api["status"]))) throw unexpectedState(intent, "confirm");
  const method = methodOf(tx, account, body) ?? tx.get(methods, intent.methodId ?? "");
  if (method === undefined)
    throw invalid(
      "You cannot confirm this PaymentIntent because it's missing a payment method. Update the PaymentIntent with a payment method and then confirm it again.",
      { code: "payment_intent_unexpected_state" },
    );
  const allowed = intent.api["automatic_payment_methods"] as { allow_redirects?: string } | null;
  const returnUrl = textOf(body, "return_url");
  const isBySdk = booleanOf(body, "use_stripe_sdk");
  if (allowed?.allow_redirects === "always" && returnUrl === null && !isBySdk && isServerSide(call))
    throw invalid(
      "This PaymentIntent is configured to accept payment methods enabled in your Dashboard. Because some of these payment methods might redirect your customer off of your page, you must provide a `return_url`.",
      { param: "return_url" },
    );
  const used = putIntent(tx, { ...intent, methodId: method.id }, { payment_method: method.id });
  if (behaviorOf(method.number).authenticates === true) {
    if (booleanOf(body, "error_on_requires_action") || booleanOf(body, "off_session"))
      return authenticationRequired(tx, used, method);
    const next_action = nextAction(used, returnUrl, isBySdk, origin);
    const asked = putIntent(tx, used, {
      status: "requires_action",
      next_action,
      last_payment_error: null,
    });
    emit(tx, account, "payment_intent.requires_action", asked.api);
    return success(asked.api);
  }
  return resultOf(chargeIntent(tx, used, method, false));
}

function isServerSide({ request }: Call): boolean {
  return !(request.headers.authorization ?? "").includes("pk_test_");
}

function nextAction(
  intent: Intent,
  returnUrl: string | null,
  isBySdk: boolean,
  origin: string,
): Json {
  const page = `${origin}/_browser/three-d-secure/${intent.id}`;
  if (isBySdk || returnUrl === null)
    return {
      type: "use_stripe_sdk",
      use_stripe_sdk: { type: "three_d_secure_redirect", stripe_js: page },
    };
  const url = `${page}?return_url=${encodeURIComponent(returnUrl)}`;
  return { type: "redirect_to_url", redirect_to_url: { return_url: returnUrl, url } };
}

/** The response for a confirmed intent. If the card was declined, the call fails, and the error contains the intent. */
function resultOf(intent: Intent): Answer {
  const { last_payment_error: error } = intent.api as { last_payment_error: Json | null };
  if (error === null) return success(intent.api);
  const { type: _, message, ...rest } = error;
  return failure(402, {
    ...rest,
    type: "card_error",
    message: String(message),
    payment_intent: intent.api,
  });
}

function authenticationRequired(tx: Transaction, intent: Intent, method: Method): Answer {
  const error = {
    code: "authentication_required",
    decline_code: "authentication_required",
    message: "Your card was declined. This transaction requires authentication.",
    payment_method: method.api,
  };
  return resultOf(
    putIntent(tx, intent, {
      status: "requires_payment_method",
      payment_method: null,
      last_payment_error: { type: "card_error", ...error },
    }),
  );
}

/** Ends the 3-D Secure dialog. On success, charges the card; otherwise, requires another payment method. */
export function endAuthentication(tx: Transaction, intent: Intent, succeeds: boolean): Intent {
  const method = tx.get(methods, intent.methodId ?? "");
  if (intent.api["status"] !== "requires_action" || method === undefined)
    throw unexpectedState(intent, "authenticate");
  if (succeeds) return chargeIntent(tx, intent, method, true);
  const failed = putIntent(tx, intent, {
    status: "requires_payment_method",
    payment_method: null,
    next_action: null,
    last_payment_error: {
      type: "invalid_request_error",
      code: "payment_intent_authentication_failure",
      message:
        "We are unable to authenticate your payment method. Please choose a different payment method and try again.",
      payment_method: method.api,
    },
  });
  emit(tx, intent.account, "payment_intent.payment_failed", failed.api);
  return failed;
}
