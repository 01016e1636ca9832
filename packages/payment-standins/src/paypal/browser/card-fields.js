import {
  brandOf,
  digitsOf,
  expiryOf,
  isCardNumber,
  isSecurityCode,
} from "../../core/browser/cards.js";
import { openDialog } from "../../core/browser/dialog.js";

/** The fields of both card components, with their label, autocomplete and validation. */
export const fields = {
  number: {
    label: "Card number",
    autocomplete: "cc-number",
    error: "INVALID_NUMBER",
    isValid: isCardNumber,
  },
  expiry: {
    label: "Expiration date",
    autocomplete: "cc-exp",
    error: "INVALID_EXPIRY",
    isValid: (text) => expiryOf(text) !== null,
  },
  cvv: {
    label: "Security code",
    autocomplete: "cc-csc",
    error: "INVALID_CVV",
    isValid: isSecurityCode,
  },
  name: {
    label: "Cardholder name",
    autocomplete: "cc-name",
    error: "INVALID_NAME",
    isValid: () => true,
  },
};

export function createInput(kind, { placeholder, style } = {}) {
  const input = document.createElement("input");
  const { label, autocomplete } = fields[kind];
  input.setAttribute("aria-label", label);
  input.autocomplete = autocomplete;
  input.inputMode = kind === "name" ? "text" : "numeric";
  input.placeholder = placeholder ?? label;
  input.style.cssText =
    "width:100%;box-sizing:border-box;min-height:44px;padding:8px;font-size:16px;border:1px solid #767676";
  for (const [name, value] of Object.entries(style?.input ?? {}))
    if (typeof value === "string") input.style.setProperty(name, value);
  return input;
}

/**
 * Confirms an order with a card. If the card needs 3-D Secure, shows its dialog, and returns null if the buyer closes
 * the dialog.
 */
export async function confirmCard(context, orderID, values, options = {}) {
  const expiry = expiryOf(values.expiry);
  const answer = await context.call("POST", `/_browser/orders/${orderID}/card`, {
    number: digitsOf(values.number),
    name: values.name ?? options.name ?? options.cardholderName ?? "",
    expiry: `${expiry.year}-${String(expiry.month).padStart(2, "0")}`,
    // If true, 3-D Secure is required for any card. Cards that require it are challenged regardless.
    challenge: (options.contingencies ?? []).some((name) => name !== "SCA_WHEN_REQUIRED"),
  });
  if (answer.challenge !== true) return { liabilityShift: answer.liabilityShift };
  const result = await openDialog(
    `${context.origin}/_browser/three-d-secure/${orderID}`,
    "3-D Secure",
  );
  return result === null ? null : { liabilityShift: result.liabilityShift };
}

/** Implements the component `paypal.CardFields(options)`. */
export function createCardFields(context) {
  return (options) => {
    const inputs = new Map();

    const stateOf = () => {
      const errors = [...inputs]
        .filter(([kind, input]) => !fields[kind].isValid(input.value))
        .map(([kind]) => fields[kind].error);
      const fieldState = (kind) => {
        const value = inputs.get(kind)?.value ?? "";
        const isValid = fields[kind].isValid(value);
        return {
          isEmpty: value === "",
          isValid,
          isPotentiallyValid: true,
          isFocused: document.activeElement === inputs.get(kind),
        };
      };
      return {
        cards: [
          {
            ...brandOf(digitsOf(inputs.get("number")?.value ?? "")),
            code: { code: "CVV", size: 3 },
          },
        ],
        errors,
        isFormValid: errors.length === 0,
        fields: {
          cardNumberField: fieldState("number"),
          cardExpiryField: fieldState("expiry"),
          cardCvvField: fieldState("cvv"),
          cardNameField: fieldState("name"),
        },
      };
    };

    const field =
      (kind) =>
      (fieldOptions = {}) => {
        const style = fieldOptions.style ?? options.style;
        const input = createInput(kind, { ...fieldOptions, style });
        const events = { ...options.inputEvents, ...fieldOptions.inputEvents };
        const notify = (listener) => listener?.({ ...stateOf(), emittedBy: kind });
        input.addEventListener("input", () => notify(events.onChange));
        input.addEventListener("focus", () => notify(events.onFocus));
        input.addEventListener("blur", () => notify(events.onBlur));
        input.addEventListener("keydown", ({ key }) => {
          if (key === "Enter") notify(events.onInputSubmitRequest);
        });
        return {
          render: async (container) => {
            const target =
              typeof container === "string" ? document.querySelector(container) : container;
            if (target === null) throw new Error(`Element ${container} does not exist`);
            target.append(input);
            inputs.set(kind, input);
          },
          addClass: async (name) => input.classList.add(name),
          removeClass: async (name) => input.classList.remove(name),
          setAttribute: async (name, value) => input.setAttribute(name, value),
          removeAttribute: async (name) => input.removeAttribute(name),
          setMessage: (message) => input.setAttribute("aria-description", message),
          clear: () => {
            input.value = "";
          },
          focus: () => input.focus(),
          close: async () => {
            inputs.delete(kind);
            input.remove();
          },
        };
      };

    const submit = async (submitOptions) => {
      const [error] = stateOf().errors;
      if (error !== undefined) throw new Error(error);
      const orderID = await options.createOrder();
      const values = Object.fromEntries([...inputs].map(([kind, input]) => [kind, input.value]));
      const confirmed = await confirmCard(context, orderID, values, submitOptions);
      if (confirmed === null) {
        await options.onCancel?.();
        return;
      }
      await options.onApprove({ orderID, ...confirmed });
    };

    return {
      isEligible: () => context.settings.cardFields,
      getState: async () => stateOf(),
      submit: (submitOptions) =>
        submit(submitOptions).catch((error) => {
          options.onError?.(error);
          throw error;
        }),
      NumberField: field("number"),
      ExpiryField: field("expiry"),
      CVVField: field("cvv"),
      NameField: field("name"),
    };
  };
}
