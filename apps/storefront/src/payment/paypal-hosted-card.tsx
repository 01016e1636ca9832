import {
  PayPalHostedField,
  PayPalHostedFieldsProvider,
  usePayPalHostedFields,
} from "@paypal/react-paypal-js";
import { useState } from "react";
import { CardPlace, fieldClass, type PayPalCardProps, wrongCard } from "./card-place.tsx";
import { usePayPalSession } from "./use-paypal-session.ts";
import { useStay } from "../rendering/use-stay.ts";

/** PayPal's hosted fields, for accounts that aren't eligible for its card fields. */
export function PayPalHostedCard(props: PayPalCardProps) {
  const session = usePayPalSession(props.onPay, { isRestartable: false });
  // PayPal may ask for a confirmation in a window over the page, which only the shopper can close.
  useStay(() => session.payment() !== null);
  return (
    <PayPalHostedFieldsProvider createOrder={session.createOrder} styles={fieldStyles}>
      <CardForm {...props} session={session} />
    </PayPalHostedFieldsProvider>
  );
}

const fieldStyles = { input: { border: "0", "font-size": "1rem" } };
/** Requests 3-D Secure where the law requires it. */
const submitOptions = { contingencies: ["SCA_WHEN_REQUIRED"] };
const number = { selector: "#paypal-number", placeholder: "Card number" };
const expirationDate = { selector: "#paypal-date", placeholder: "MM/YY" };
const cvv = { selector: "#paypal-code", placeholder: "Security code" };

function CardForm({
  total,
  isHeldBack,
  onRefused,
  session,
}: PayPalCardProps & { session: ReturnType<typeof usePayPalSession> }) {
  const { cardFields } = usePayPalHostedFields();
  const [problem, setProblem] = useState<string | null>(null);

  async function submit() {
    if (isHeldBack) return onRefused();
    const fields = Object.values(cardFields?.getState().fields ?? {});
    if (fields.length === 0 || fields.some(({ isValid }) => !isValid)) return setProblem(wrongCard);
    setProblem(null);
    try {
      await cardFields?.submit(submitOptions);
      await session.onApprove();
    } catch (error) {
      // The payment flow shows this error.
      session.onError(error);
    }
  }
  return (
    <CardPlace {...{ total, isHeldBack, problem }} onSubmit={() => void submit()}>
      <PayPalHostedField
        id="paypal-number"
        hostedFieldType="number"
        options={number}
        className={fieldClass}
      />
      <div className="grid grid-cols-2 gap-3">
        <PayPalHostedField
          id="paypal-date"
          hostedFieldType="expirationDate"
          options={expirationDate}
          className={fieldClass}
        />
        <PayPalHostedField
          id="paypal-code"
          hostedFieldType="cvv"
          options={cvv}
          className={fieldClass}
        />
      </div>
    </CardPlace>
  );
}
