import { openWindow, waitForBuyer } from "./window.js";

const colors = {
  gold: "#ffc439",
  blue: "#0070ba",
  silver: "#eee",
  white: "#fff",
  black: "#2c2e2f",
};
const labels = { paypal: "PayPal", paylater: "Pay Later", card: "Debit or Credit Card" };

/** The reasons that a shop can give for rejecting an address or a shipping option. */
const shippingErrors = {
  ADDRESS_ERROR: "ADDRESS_ERROR",
  COUNTRY_ERROR: "COUNTRY_ERROR",
  STATE_ERROR: "STATE_ERROR",
  ZIP_ERROR: "ZIP_ERROR",
  METHOD_UNAVAILABLE: "METHOD_UNAVAILABLE",
  STORE_UNAVAILABLE: "STORE_UNAVAILABLE",
};

/** Implements the component `paypal.Buttons(options)`. */
export function createButtons(context) {
  return (initial = {}) => {
    let options = initial;
    let host = null;
    let isEnabled = true;
    let opened = null;
    const sources = sourcesOf(initial, context);

    const keep = (next) => {
      opened = next;
    };
    const show = () => {
      const { color = "gold", height = 48, shape = "rect", label } = options.style ?? {};
      host.replaceChildren(
        ...sources.map((source) => {
          const button = document.createElement("button");
          button.type = "button";
          button.dataset.fundingSource = source;
          const name = labels[source] ?? source;
          button.setAttribute("aria-label", name);
          button.textContent =
            label === "buynow" && source === "paypal" ? "Buy now with PayPal" : name;
          const isCard = source === "card";
          button.style.cssText = `display:block;width:100%;height:${height}px;margin:0 0 8px;border:0;cursor:pointer;font:600 16px system-ui;border-radius:${shape === "pill" ? 999 : 4}px;background:${isCard ? colors.black : colors[color]};color:${isCard ? "#fff" : "#111"}`;
          button.addEventListener("click", () => {
            if (isEnabled) void pay(context, options, source, keep);
          });
          return button;
        }),
      );
    };

    const switches = {
      enable: async () => {
        isEnabled = true;
      },
      disable: async () => {
        isEnabled = false;
      },
    };

    return {
      isEligible: () => sources.length > 0,
      render: async (container) => {
        const target =
          typeof container === "string" ? document.querySelector(container) : container;
        if (target === null)
          throw new Error(`Document is ready and element ${container} does not exist`);
        host = document.createElement("div");
        host.className = "paypal-buttons";
        target.append(host);
        show();
        options.onInit?.({}, switches);
      },
      updateProps: async (props) => {
        options = { ...options, ...props };
        if (host !== null) show();
      },
      close: async () => {
        host?.remove();
        host = null;
        // As in PayPal's script, the window can't outlive the button that opened it.
        opened?.close();
      },
      hasReturned: () => false,
      resume: () => undefined,
    };
  };
}

function sourcesOf({ fundingSource, style = {} }, { query }) {
  const list = (name) => (query.get(name) ?? "").split(",").filter(Boolean);
  const isEnabled = (name) => name !== "paylater" || list("enable-funding").includes(name);
  if (fundingSource !== undefined)
    return fundingSource in labels && isEnabled(fundingSource) ? [fundingSource] : [];
  const all = style.layout === "horizontal" ? ["paypal"] : ["paypal", "card"];
  const disabled = list("disable-funding");
  return [...all, ...list("enable-funding").filter((name) => name === "paylater")].filter(
    (name) => !disabled.includes(name),
  );
}

async function pay(context, options, source, onOpen) {
  if (!(await isAllowed(options, source))) return;
  const opened = openWindow();
  onOpen(opened);
  const fail = (error) => {
    opened.close();
    if (options.onError === undefined) throw error;
    options.onError(error);
  };
  let orderID;
  try {
    orderID = await options.createOrder({ paymentSource: source }, {});
    if (typeof orderID !== "string" || orderID === "")
      throw new Error("Expected an order id to be passed");
  } catch (error) {
    fail(error);
    return;
  }
  const asks =
    options.onShippingAddressChange ?? options.onShippingChange ?? options.onShippingOptionsChange;
  const url = `${context.origin}/checkoutnow?token=${encodeURIComponent(orderID)}&fundingSource=${source}&opened=1${asks === undefined ? "" : "&asks=1"}`;
  opened.go(url);
  let next = await waitForBuyer(opened, context.origin, (data) =>
    askShop(context, options, orderID, data),
  );
  try {
    while (next !== null) next = await finish(context, options, orderID, opened, next, url);
    opened.close();
  } catch (error) {
    fail(error);
  }
}

/**
 * Handles the buyer's action. Returns null once the payment has ended or, if the shop restarts it, the buyer's next
 * action.
 */
async function finish(context, options, orderID, opened, { type, data }, url) {
  if (type === "cancelled") {
    opened.close();
    await options.onCancel?.({ orderID }, { redirect: redirectTo });
    return null;
  }
  let isRestarted = false;
  const order = {
    get: () => context.call("GET", `/_browser/orders/${orderID}`),
    capture: () => context.call("POST", `/_browser/orders/${orderID}/capture`),
  };
  const restart = () => {
    isRestarted = true;
  };
  await options.onApprove?.(
    {
      orderID,
      payerID: data.payerID,
      paymentID: null,
      billingToken: null,
      facilitatorAccessToken: "standin",
      paymentSource: data.paymentSource,
    },
    { order, restart, redirect: redirectTo },
  );
  if (!isRestarted) return null;
  opened.go(`${url}&restarted=1`);
  return waitForBuyer(opened, context.origin, (change) =>
    askShop(context, options, orderID, change),
  );
}

async function isAllowed(options, fundingSource) {
  let isRejected = false;
  const reject = async () => {
    isRejected = true;
  };
  try {
    await options.onClick?.({ fundingSource }, { reject, resolve: nothing });
  } catch {
    return false;
  }
  return !isRejected;
}

/** Lets the shop accept or reject an address or a shipping option, and change the order's amount. */
async function askShop(context, options, orderID, { address, option, amount }) {
  let refusal = null;
  const reject = async (reason) => {
    refusal = reason ?? shippingErrors.ADDRESS_ERROR;
  };
  const patch = (operations) => context.call("PATCH", `/_browser/orders/${orderID}`, operations);
  const state = address?.admin_area_1 ?? "";
  const city = address?.admin_area_2 ?? "";
  const { postal_code: postalCode = "", country_code: countryCode = "" } = address ?? {};
  try {
    if (option !== undefined && options.onShippingOptionsChange !== undefined)
      await options.onShippingOptionsChange(
        {
          orderID,
          errors: shippingErrors,
          selectedShippingOption: { ...option, amount: camelMoney(option.amount) },
        },
        { reject, buildOrderPatchPayload: undefined },
      );
    else if (address !== undefined && options.onShippingAddressChange !== undefined)
      await options.onShippingAddressChange(
        {
          orderID,
          errors: shippingErrors,
          amount: camelMoney(amount),
          shippingAddress: { city, state, countryCode, postalCode },
        },
        { reject, buildOrderPatchPayload: undefined },
      );
    else if (options.onShippingChange !== undefined)
      await options.onShippingChange(
        {
          orderID,
          forceRestAPI: true,
          shipping_address: { city, state, postal_code: postalCode, country_code: countryCode },
          ...(option === undefined ? {} : { selected_shipping_option: option }),
        },
        { resolve: nothing, reject, order: { patch } },
      );
  } catch {
    refusal ??= shippingErrors.ADDRESS_ERROR;
  }
  return { refusal };
}

function camelMoney({ currency_code: currencyCode, value }) {
  return { currencyCode, value };
}

async function nothing() {
  return undefined;
}

function redirectTo(url) {
  window.location.assign(url);
}
