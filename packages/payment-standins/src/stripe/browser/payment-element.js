import {
  brandOf,
  digitsOf,
  expiryOf,
  isCardNumber,
  isSecurityCode,
} from "../../core/browser/cards.js";

const cardFields = [
  ["number", "Card number", "cc-number", isCardNumber, "Your card number is invalid."],
  [
    "expiry",
    "Expiration date",
    "cc-exp",
    (text) => expiryOf(text) !== null,
    "Your card's expiration date is invalid.",
  ],
  ["cvc", "Security code", "cc-csc", isSecurityCode, "Your card's security code is incomplete."],
];

/** The fields of the Payment Element and of the Card Element. `read` returns the card once all fields are valid. */
export function createCardForm(onChange) {
  const form = document.createElement("div");
  form.className = "standin-card";
  form.setAttribute("role", "group");
  form.setAttribute("aria-label", "Card");
  const alert = document.createElement("p");
  alert.setAttribute("role", "alert");
  alert.style.cssText = "color:#a00;margin:4px 0;min-height:1.5em";

  const inputs = new Map(
    cardFields.map(([name, label, autocomplete]) => {
      const wrapper = document.createElement("label");
      wrapper.style.cssText = "display:block;margin:0 0 8px;font:14px system-ui";
      const input = document.createElement("input");
      input.autocomplete = autocomplete;
      input.inputMode = "numeric";
      input.style.cssText =
        "display:block;width:100%;box-sizing:border-box;min-height:44px;padding:8px;font-size:16px;border:1px solid #767676";
      wrapper.append(label, input);
      form.append(wrapper);
      return [name, input];
    }),
  );
  form.append(alert);

  const value = (name) => inputs.get(name).value;
  const wrong = () => cardFields.find(([name, , , isValid]) => !isValid(value(name)));
  const isEmpty = () => [...inputs.values()].every((input) => input.value === "");
  const isComplete = () => wrong() === undefined;
  for (const input of inputs.values())
    input.addEventListener("input", () => {
      alert.textContent = "";
      onChange({ complete: isComplete(), empty: isEmpty() });
    });

  return {
    form,
    isComplete,
    isEmpty,
    /** Shows the error of the first invalid field, and returns its message; null if all fields are valid. */
    validate: () => {
      const found = wrong();
      alert.textContent = found?.[4] ?? "";
      return found === undefined ? null : found[4];
    },
    show: (message) => {
      alert.textContent = message;
    },
    read: () => {
      const { month, year } = expiryOf(value("expiry"));
      return {
        number: digitsOf(value("number")),
        exp_month: month,
        exp_year: year,
        cvc: value("cvc"),
      };
    },
    brand: () => brandOf(digitsOf(value("number"))).type,
    focus: () => inputs.get("number").focus(),
    clear: () => {
      for (const input of inputs.values()) input.value = "";
    },
  };
}
