import { openDialog } from "../../core/browser/dialog.js";
import { createElements } from "./elements.js";

/** Sets window.Stripe, which @stripe/stripe-js then uses instead of loading Stripe's script. */
export function install(settings) {
  const Stripe = (key, options) => createStripe(settings, key, options);
  Stripe.version = "endive";
  window.Stripe = Stripe;
}

const intentPath = (secret) => `payment_intents/${secret.slice(0, secret.indexOf("_secret_"))}`;
const result = ({ value, error }) => (error === undefined ? { paymentIntent: value } : { error });
const methodData = (form, billing = {}) => ({
  type: "card",
  card: form.read(),
  billing_details: billing,
});

function createStripe(settings, key, stripeOptions = {}) {
  if (typeof key !== "string" || !key.startsWith("pk_test_"))
    throw new Error(
      "Please call Stripe() with a publishable test key, which starts with pk_test_.",
    );

  const call = async (method, path, params = {}) => {
    const form = new URLSearchParams(formOf(params)).toString();
    const url = `${settings.origin}/v1/${path}${method === "GET" ? `?${form}` : ""}`;
    const content = method === "GET" ? {} : { body: form };
    try {
      const answer = await fetch(url, {
        method,
        ...content,
        headers: {
          authorization: `Bearer ${key}`,
          "content-type": "application/x-www-form-urlencoded",
        },
      });
      const body = await answer.json();
      return answer.ok ? { value: body } : { error: body.error };
    } catch {
      return {
        error: {
          type: "api_connection_error",
          message:
            "We are experiencing issues connecting to our payments provider. Please check your internet connection and try again.",
        },
      };
    }
  };

  const retrieve = async (client_secret) =>
    result(await call("GET", intentPath(client_secret), { client_secret }));

  /** Shows the 3-D Secure dialog if the intent requires it. Returns the resulting intent, or the error. */
  const handleNextAction = async ({ clientSecret }) => {
    const before = await retrieve(clientSecret);
    const action = before.paymentIntent?.next_action;
    if (before.error !== undefined || !action) return before;
    const url = action.use_stripe_sdk?.stripe_js ?? action.redirect_to_url?.url.split("?")[0];
    const closed = (await openDialog(url, "3-D Secure")) === null;
    const after = await retrieve(clientSecret);
    const failed = after.paymentIntent?.last_payment_error;
    if (failed && after.paymentIntent.status === "requires_payment_method")
      return { error: { ...failed, payment_intent: after.paymentIntent } };
    if (closed && after.paymentIntent?.status === "requires_action")
      return {
        error: {
          type: "card_error",
          code: "payment_intent_authentication_failure",
          message:
            "We are unable to authenticate your payment method. Please choose a different payment method and try again.",
          payment_intent: after.paymentIntent,
        },
      };
    return after;
  };

  const confirm = async (clientSecret, params) => {
    const confirmed = result(
      await call("POST", `${intentPath(clientSecret)}/confirm`, {
        ...params,
        client_secret: clientSecret,
        use_stripe_sdk: true,
      }),
    );
    const isAsked = confirmed.paymentIntent?.status === "requires_action";
    return isAsked ? handleNextAction({ clientSecret }) : confirmed;
  };

  const confirmPayment = async ({
    elements,
    clientSecret,
    confirmParams = {},
    redirect = "always",
  }) => {
    const secret = clientSecret ?? elements?.standin.options().clientSecret;
    if (secret === undefined) throw new Error("confirmPayment needs a client secret.");
    const {
      return_url,
      payment_method_data: extra = {},
      payment_method,
      confirmation_token,
      shipping,
      receipt_email,
    } = confirmParams;
    const shared = { return_url: return_url ?? window.location.href, shipping, receipt_email };
    const form = elements?.standin.cardForm() ?? null;
    let chosen = { payment_method, confirmation_token };
    if (payment_method === undefined && confirmation_token === undefined) {
      const message = form === null ? "The Payment Element isn't mounted." : form.validate();
      if (message !== null) return { error: { type: "validation_error", message } };
      chosen = { payment_method_data: methodData(form, extra.billing_details) };
    }
    const confirmed = await confirm(secret, { ...shared, ...chosen });
    if (confirmed.error !== undefined) {
      form?.show(confirmed.error.message);
      return confirmed;
    }
    if (redirect !== "if_required" && return_url !== undefined) {
      const { id, client_secret, status } = confirmed.paymentIntent;
      const url = new URL(return_url);
      url.searchParams.set("payment_intent", id);
      url.searchParams.set("payment_intent_client_secret", client_secret);
      url.searchParams.set("redirect_status", status === "succeeded" ? "succeeded" : "pending");
      window.location.assign(url);
      return new Promise(() => undefined);
    }
    return confirmed;
  };

  const createPaymentMethod = async ({ elements, element, type = "card", params = {}, card }) => {
    const form = elements?.standin.cardForm() ?? (element ?? card)?.standin?.cardForm ?? null;
    const message = form === null ? "No card element is mounted." : form.validate();
    if (message !== null) return { error: { type: "validation_error", message } };
    const { value, error } = await call("POST", "payment_methods", {
      ...methodData(form, params.billing_details),
      type,
    });
    return error === undefined ? { paymentMethod: value } : { error };
  };

  return {
    elements: (options) => createElements(settings, options),
    confirmPayment,
    handleNextAction,
    retrievePaymentIntent: retrieve,
    createPaymentMethod,
    confirmCardPayment: async (clientSecret, data = {}) => {
      const method = data.payment_method;
      if (method === undefined) return handleNextAction({ clientSecret });
      if (typeof method === "string") return confirm(clientSecret, { payment_method: method });
      const form = method.card?.standin?.cardForm;
      return confirm(clientSecret, {
        payment_method_data: methodData(form, method.billing_details),
      });
    },
    handleCardAction: async (clientSecret) => handleNextAction({ clientSecret }),
    createConfirmationToken: async ({ elements, params = {} }) => {
      const form = elements.standin.cardForm();
      const message = form === null ? "The Payment Element isn't mounted." : form.validate();
      if (message !== null) return { error: { type: "validation_error", message } };
      const data = methodData(form, params.payment_method_data?.billing_details);
      const { value, error } = await call("POST", "confirmation_tokens", {
        payment_method_data: data,
        return_url: params.return_url,
      });
      return error === undefined ? { confirmationToken: value } : { error };
    },
    createToken: async () => ({
      error: {
        type: "invalid_request_error",
        message: "Tokens aren't supported: use payment methods.",
      },
    }),
    paymentRequest: () => ({
      canMakePayment: async () => (settings.wallets ? { applePay: true, googlePay: true } : null),
      on: () => undefined,
      off: () => undefined,
      show: () => undefined,
      update: () => undefined,
      isShowing: () => false,
    }),
    registerAppInfo: () => undefined,
    _registerWrapper: () => undefined,
    standin: { key, options: stripeOptions },
  };
}

/** Encodes parameters as pairs such as `card[number]=4242`, and leaves out undefined and null. */
function formOf(params, prefix = "") {
  return Object.entries(params).flatMap(([name, value]) => {
    const key = prefix === "" ? name : `${prefix}[${name}]`;
    if (value === undefined || value === null) return [];
    return typeof value === "object" ? formOf(value, key) : [[key, String(value)]];
  });
}
