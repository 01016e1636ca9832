import { createEvents } from "./events.js";
import { createExpress, walletForm } from "./express.js";
import { createCardForm } from "./payment-element.js";

const withCard = ["payment", "card", "cardNumber"];
/** The elements from which a card can be charged, in order of precedence. */
const payable = ["expressCheckout", ...withCard];

/** Implements `stripe.elements(options)`. */
export function createElements(settings, initial = {}) {
  let options = initial;
  const elements = new Map();
  const events = createEvents();

  const create = (type, elementOptions = {}) => {
    const element = createElement(settings, type, elementOptions);
    elements.set(type, element);
    return element;
  };

  return {
    ...events,
    create,
    getElement: (type) => elements.get(typeof type === "string" ? type : "payment") ?? null,
    update: (change) => {
      options = { ...options, ...change };
    },
    fetchUpdates: async () => ({}),
    submit: async () => {
      const form = cardFormOf(elements);
      const message = form?.validate() ?? null;
      if (message === null) return { selectedPaymentMethod: "card" };
      return { error: { type: "validation_error", code: "incomplete_payment_details", message } };
    },
    /** Used only by stripe.js, not part of Stripe's API. */
    standin: { options: () => options, cardForm: () => cardFormOf(elements) },
  };
}

function cardFormOf(elements) {
  return payable.map((type) => elements.get(type)?.standin.cardForm).find(Boolean) ?? null;
}

function createElement(settings, type, options) {
  const events = createEvents();
  const host = document.createElement("div");
  host.className = "StripeElement";
  const cardForm = withCard.includes(type)
    ? createCardForm((state) => {
        const value = { type: "card", payment_method: undefined };
        events.tell("change", {
          elementType: type,
          ...state,
          collapsed: false,
          value,
          brand: cardForm.brand(),
        });
      })
    : null;
  if (cardForm !== null) host.append(cardForm.form);
  const isWallet = type === "expressCheckout" && settings.wallets;
  if (isWallet) host.append(createExpress(events));
  let isMounted = false;

  return {
    ...events,
    mount: (place) => {
      const target = typeof place === "string" ? document.querySelector(place) : place;
      if (target === null)
        throw new Error(`The selector you specified (${place}) applies to no DOM elements`);
      target.append(host);
      isMounted = true;
      // Wallets are shown only if the browser has any. In the stand-in, the browser has none unless a test requests
      // them.
      const availablePaymentMethods = settings.wallets
        ? { applePay: true, googlePay: true }
        : undefined;
      setTimeout(() => events.tell("ready", { elementType: type, availablePaymentMethods }), 0);
    },
    unmount: () => {
      host.remove();
      isMounted = false;
    },
    destroy: () => {
      host.remove();
      events.tell("destroy");
    },
    update: (change) => Object.assign(options, change),
    collapse: () => undefined,
    blur: () => document.activeElement?.blur(),
    clear: () => cardForm?.clear(),
    focus: () => {
      if (isMounted) cardForm?.focus();
    },
    standin: { cardForm: isWallet ? walletForm : cardForm, type },
  };
}
