import {
  PayPalCardFieldsProvider,
  PayPalCVVField,
  PayPalExpiryField,
  PayPalNameField,
  PayPalNumberField,
  usePayPalCardFields,
} from "@paypal/react-paypal-js";
import { useState } from "react";
import { CardPlace, fieldClass, type PayPalCardProps, wrongCard } from "./card-place.tsx";
import { usePayPalSession } from "./use-paypal-session.ts";
import { useStay } from "../rendering/use-stay.ts";

/** PayPal's card fields with their own button. Renders nothing if the account isn't eligible. */
export function PayPalCard(props: PayPalCardProps) {
  const session = usePayPalSession(props.onPay, { isRestartable: false });
  // PayPal may ask for a confirmation in a window over the page, which only the shopper can close.
  useStay(() => session.payment() !== null);
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

const fieldStyle = { input: { border: "0", "font-size": "1rem" } };

function CardForm({ total, isHeldBack, onRefused }: PayPalCardProps) {
  const { cardFieldsForm } = usePayPalCardFields();
  const [problem, setProblem] = useState<string | null>(null);

  async function submit() {
    if (isHeldBack) return onRefused();
    const state = await cardFieldsForm?.getState();
    if (!state?.isFormValid) return setProblem(wrongCard);
    setProblem(null);
    // The error is ignored here, because the payment flow shows it.
    await cardFieldsForm?.submit().catch(() => {});
  }
  return (
    <CardPlace {...{ total, isHeldBack, problem }} onSubmit={() => void submit()}>
      <PayPalNumberField className={fieldClass} />
      <div className="grid grid-cols-2 gap-3">
        <PayPalExpiryField className={fieldClass} />
        <PayPalCVVField className={fieldClass} />
      </div>
      <PayPalNameField className={fieldClass} />
    </CardPlace>
  );
}
