import {
  PayPalCardFieldsProvider,
  PayPalCVVField,
  PayPalExpiryField,
  PayPalNameField,
  PayPalNumberField,
  usePayPalCardFields,
} from "@paypal/react-paypal-js";
import { useState } from "react";
import { useMoney } from "../lib/money.ts";
import { providerButtonClass } from "./provider-button.tsx";
import type { ProviderButtonsProps } from "./provider-fields.ts";
import { usePayPalSession } from "./use-paypal-session.ts";

type Props = Pick<ProviderButtonsProps, "total" | "isHeldBack" | "onPay" | "onRefused">;

/** PayPal's card fields with their own button. Nothing where the account isn't eligible. */
export function PayPalCard(props: Props) {
  const session = usePayPalSession(props.onPay, { isRestartable: false });
  return (
    <PayPalCardFieldsProvider
      createOrder={session.createOrder}
      onApprove={() => void session.onApprove()}
      onCancel={() => session.onCancel()}
      onError={session.onError}
      style={fieldStyle}
    >
      <CardForm {...props} />
    </PayPalCardFieldsProvider>
  );
}

/** The border is the shop's; PayPal's own would be a second one. */
const fieldClass = "border border-edge bg-white";
const fieldStyle = { input: { border: "0", "font-size": "1rem" } };

function CardForm({ total, isHeldBack, onRefused }: Props) {
  const money = useMoney();
  const { cardFieldsForm } = usePayPalCardFields();
  const [problem, setProblem] = useState<string | null>(null);

  async function submit() {
    if (isHeldBack) return onRefused();
    const state = await cardFieldsForm?.getState();
    if (!state?.isFormValid) return setProblem("Check the card's number, date and code.");
    setProblem(null);
    // The flow shows what goes wrong.
    await cardFieldsForm?.submit().catch(() => {});
  }
  return (
    <fieldset className="grid gap-3 border-t border-line pt-4">
      <legend className="sr-only">Card</legend>
      <p className="font-medium">Or pay by card</p>
      <PayPalNumberField className={fieldClass} />
      <div className="grid grid-cols-2 gap-3">
        <PayPalExpiryField className={fieldClass} />
        <PayPalCVVField className={fieldClass} />
      </div>
      <PayPalNameField className={fieldClass} />
      <p role="alert" className="text-small font-medium text-pin empty:hidden">
        {problem}
      </p>
      <button
        type="button"
        aria-disabled={isHeldBack || undefined}
        onClick={() => void submit()}
        className={providerButtonClass(isHeldBack)}
      >
        Pay {money(total)} by card
      </button>
    </fieldset>
  );
}
