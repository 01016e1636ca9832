import {
  PayPalButtons as Buttons,
  PayPalScriptProvider,
  usePayPalScriptReducer,
} from "@paypal/react-paypal-js";
import { Skeleton } from "@vetrina/ui/skeleton";
import { useEffect, useEffectEvent, useMemo } from "react";
import type { ProviderButtonsProps } from "./provider-fields.ts";
import { scriptFailed } from "./provider-messages.ts";
import { PayPalCard } from "./paypal-card.tsx";
import { usePayPalSession } from "./use-paypal-session.ts";

/**
 * PayPal's own buttons, and its card fields where the store's account has them. A default export, because it is loaded
 * when the shopper approaches it.
 */
export default function PayPalButtons(props: ProviderButtonsProps) {
  const { clientId, scriptUrl, isTest } = props.way;
  const { currency } = props;
  const options = useMemo(
    () => ({
      clientId,
      currency,
      components: "buttons,card-fields,hosted-fields",
      intent: "capture",
      environment: isTest ? ("sandbox" as const) : ("production" as const),
      ...(scriptUrl === null ? {} : { sdkBaseUrl: scriptUrl }),
    }),
    [clientId, currency, scriptUrl, isTest],
  );
  return (
    <PayPalScriptProvider options={options}>
      <Loaded {...props} />
    </PayPalScriptProvider>
  );
}

function Loaded({ isHeldBack, total, onPay, onFailure, onRefused }: ProviderButtonsProps) {
  const [{ isResolved, isRejected }] = usePayPalScriptReducer();
  const session = usePayPalSession(onPay, { isRestartable: true });
  const failed = useEffectEvent(() => onFailure(scriptFailed("PayPal")));
  useEffect(() => {
    if (isRejected) failed();
  }, [isRejected]);
  if (!isResolved) return <Skeleton className="h-12" />;
  return (
    <div className="grid gap-4">
      <Buttons
        style={{ layout: "vertical", color: "gold", height: 48 }}
        onClick={(_, actions) => {
          if (!isHeldBack) return actions.resolve();
          onRefused();
          return actions.reject();
        }}
        createOrder={session.createOrder}
        onApprove={(_, { restart }) => session.onApprove(restart)}
        onCancel={session.onCancel}
        onError={session.onError}
      />
      <PayPalCard total={total} isHeldBack={isHeldBack} onPay={onPay} onRefused={onRefused} />
    </div>
  );
}
