import { PayPalScriptProvider, usePayPalScriptReducer } from "@paypal/react-paypal-js";
import { Skeleton } from "@vetrina/ui/skeleton";
import { type ReactNode, useEffect, useEffectEvent, useMemo } from "react";
import type { ProviderFieldsProps } from "./provider-fields.ts";
import { scriptFailed } from "./provider-messages.ts";

type Props = Pick<ProviderFieldsProps, "way" | "currency" | "onFailure"> & { children: ReactNode };

/** Loads PayPal's script with the same options everywhere, because a page can't have two PayPal scripts. */
export function PayPalScript({ way, currency, onFailure, children }: Props) {
  const { clientId, scriptUrl, isTest } = way;
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
      <Loaded onFailure={onFailure}>{children}</Loaded>
    </PayPalScriptProvider>
  );
}

function Loaded({ onFailure, children }: Pick<Props, "onFailure" | "children">) {
  const [{ isResolved, isRejected }] = usePayPalScriptReducer();
  const failed = useEffectEvent(() => onFailure(scriptFailed("PayPal")));
  useEffect(() => {
    if (isRejected) failed();
  }, [isRejected]);
  return isResolved ? children : <Skeleton className="h-12" />;
}
