import { brandOf, digitsOf } from "../../core/browser/cards.js";
import { confirmCard, createInput, fields } from "./card-fields.js";

const kinds = { number: "number", expirationDate: "expiry", cvv: "cvv" };

/** Implements the component `paypal.HostedFields`, for accounts that can't use card fields. It needs a client token. */
export function createHostedFields(context) {
  return {
    isEligible: () => context.settings.hostedFields && context.clientToken !== null,
    render: async (options) => {
      const inputs = new Map();
      for (const [name, { selector, container, placeholder }] of Object.entries(
        options.fields ?? {},
      )) {
        const place = container ?? document.querySelector(selector);
        if (place === null || kinds[name] === undefined)
          throw new Error(`Unable to find the field ${name}`);
        const input = createInput(kinds[name], { placeholder, style: options.styles });
        place.append(input);
        inputs.set(name, { input, container: place });
      }
      const listeners = [];
      const getState = () => ({
        cards: [brandOf(digitsOf(inputs.get("number")?.input.value ?? ""))],
        fields: Object.fromEntries(
          [...inputs].map(([name, { input, container }]) => [
            name,
            {
              container,
              isEmpty: input.value === "",
              isFocused: document.activeElement === input,
              isPotentiallyValid: true,
              isValid: fields[kinds[name]].isValid(input.value),
            },
          ]),
        ),
      });
      for (const [name, { input }] of inputs)
        for (const [event, type] of [
          ["input", "validityChange"],
          ["focus", "focus"],
          ["blur", "blur"],
        ])
          input.addEventListener(event, () => {
            for (const [wanted, listener] of listeners)
              if (wanted === type) listener({ ...getState(), emittedBy: name });
          });

      const value = (name) => inputs.get(name)?.input.value ?? "";

      const submit = async (submitOptions = {}) => {
        const state = getState();
        const wrong = Object.entries(state.fields).find(([, { isValid }]) => !isValid);
        if (wrong !== undefined)
          throw Object.assign(new Error(`The field ${wrong[0]} is invalid`), {
            code: "HOSTED_FIELDS_FIELDS_INVALID",
          });
        const orderId = await options.createOrder();
        const values = {
          number: value("number"),
          expiry: value("expirationDate"),
          cvv: value("cvv"),
        };
        const confirmed = await confirmCard(context, orderId, values, submitOptions);
        if (confirmed === null) throw new Error("3-D Secure was canceled");
        const digits = digitsOf(values.number);
        const { type } = brandOf(digits);
        const card = { brand: type, card_type: type, type, last_digits: digits.slice(-4) };
        return {
          orderId,
          ...confirmed,
          liabilityShifted: confirmed.liabilityShift === "POSSIBLE",
          card,
        };
      };

      return {
        getState,
        submit,
        on: (type, listener) => listeners.push([type, listener]),
        getCardTypes: (callback) => callback({ visa: { eligible: true, valuable: true } }),
        setAttribute: ({ field, attribute, value }) =>
          inputs.get(field)?.input.setAttribute(attribute, value),
        removeAttribute: ({ field, attribute }) =>
          inputs.get(field)?.input.removeAttribute(attribute),
        setMessage: ({ field, message }) =>
          inputs.get(field)?.input.setAttribute("aria-description", message),
        addClass: (field, name) => inputs.get(field)?.input.classList.add(name),
        removeClass: (field, name) => inputs.get(field)?.input.classList.remove(name),
        clear: (field) => {
          const found = inputs.get(field);
          if (found !== undefined) found.input.value = "";
        },
        teardown: async () => {
          for (const { input } of inputs.values()) input.remove();
        },
        focus: (field) => inputs.get(field)?.input.focus(),
      };
    },
  };
}
