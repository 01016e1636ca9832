/** Addresses in the test wallet: some with different shipping and tax, and one in a distant country. */
const walletAddresses = [
  [
    "Ada Rossi, Via Roma 1, Milano, IT",
    { line1: "Via Roma 1", city: "Milano", state: "MI", postal_code: "20121", country: "IT" },
  ],
  [
    "Test Buyer, 500 Terry Francois Blvd, San Francisco, US",
    {
      line1: "500 Terry Francois Blvd",
      city: "San Francisco",
      state: "CA",
      postal_code: "94158",
      country: "US",
    },
  ],
  [
    "Ana Lima, Base Comandante Ferraz, AQ",
    {
      line1: "Base Comandante Ferraz",
      city: "King George Island",
      state: "",
      postal_code: "00000",
      country: "AQ",
    },
  ],
];

/** The card in the wallet, as a form for confirmPayment. */
export const walletForm = {
  validate: () => null,
  show: () => undefined,
  read: () => ({ number: "4242424242424242", exp_month: 12, exp_year: 2034, cvc: "123" }),
};

/** The Express Checkout Element's button, and the sheet in which the shopper chooses an address and pays. */
export function createExpress(events) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = "Apple Pay";
  button.style.cssText =
    "width:100%;min-height:48px;background:#000;color:#fff;border:0;font:600 16px system-ui";
  const kind = { elementType: "expressCheckout", expressPaymentType: "apple_pay" };

  button.addEventListener("click", () => {
    const isHandled = events.has("click");
    const resolve = (options = {}) => openSheet(events, kind, options);
    events.tell("click", { ...kind, resolve, reject: () => undefined });
    if (!isHandled) resolve();
  });
  return button;
}

function openSheet(events, kind, options) {
  const dialog = document.createElement("dialog");
  dialog.setAttribute("aria-label", "Apple Pay");
  dialog.style.cssText = "font:16px system-ui;padding:16px";
  const total = document.createElement("p");
  const notice = document.createElement("p");
  notice.setAttribute("role", "alert");
  const address = selectOf(
    "Ship to",
    walletAddresses.map(([label]) => label),
  );
  const rate = selectOf("Shipping option", []);
  const email = inputOf("Email", "buyer@example.com");
  const pay = buttonOf("Pay");
  const cancel = buttonOf("Cancel");
  dialog.append(total, notice, email.label, address.label, rate.label, pay, cancel);
  address.label.hidden = options.shippingAddressRequired !== true;
  let rates = options.shippingRates ?? [];

  const show = ({ lineItems, shippingRates } = {}) => {
    if (lineItems !== undefined)
      total.textContent = `Total: ${lineItems.reduce((sum, { amount }) => sum + amount, 0)}`;
    if (shippingRates !== undefined) {
      rates = shippingRates;
      rate.select.replaceChildren(
        ...rates.map(({ id, displayName }) => new Option(displayName, id)),
      );
    }
    rate.label.hidden = rates.length === 0;
    notice.textContent = "";
    pay.disabled = false;
  };
  const reject = () => {
    notice.textContent = "The store doesn't ship to this address. Choose another one.";
  };
  /** Sends an event to the shop if it has a listener. The Pay button is disabled until the shop resolves the event. */
  const ask = (name, event) => {
    if (!events.has(name)) return;
    pay.disabled = true;
    events.tell(name, { ...kind, ...event, resolve: show, reject });
  };
  const chosen = () => walletAddresses[address.select.selectedIndex];
  const nameOf = () => chosen()[0].split(",")[0];
  const askAddress = () => {
    const { city, state, postal_code, country } = chosen()[1];
    ask("shippingaddresschange", {
      name: nameOf(),
      address: { city, state, postal_code, country },
    });
  };
  const close = () => dialog.remove();

  address.select.addEventListener("change", askAddress);
  rate.select.addEventListener("change", () =>
    ask("shippingratechange", { shippingRate: rates[rate.select.selectedIndex] }),
  );
  cancel.addEventListener("click", () => {
    close();
    events.tell("cancel", kind);
  });
  pay.addEventListener("click", () => {
    close();
    const person = { name: nameOf(), address: chosen()[1] };
    events.tell("confirm", {
      ...kind,
      billingDetails: { ...person, email: email.input.value, phone: null },
      ...(address.label.hidden
        ? {}
        : { shippingAddress: person, shippingRate: rates[rate.select.selectedIndex] }),
      paymentFailed: () => undefined,
    });
  });
  document.body.append(dialog);
  dialog.showModal();
  show({ lineItems: options.lineItems, shippingRates: options.shippingRates });
  if (!address.label.hidden) askAddress();
}

function selectOf(text, labels) {
  const label = document.createElement("label");
  const select = document.createElement("select");
  select.style.cssText = "display:block;width:100%;min-height:44px";
  select.replaceChildren(...labels.map((each) => new Option(each)));
  label.append(text, select);
  return { label, select };
}

function inputOf(text, value) {
  const label = document.createElement("label");
  const input = document.createElement("input");
  input.style.cssText = "display:block;width:100%;min-height:44px";
  input.value = value;
  label.append(text, input);
  return { label, input };
}

function buttonOf(text) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = text;
  button.style.cssText = "min-height:44px;padding:0 16px;margin:8px 8px 0 0";
  return button;
}
