import { DISPATCH_ACTION, usePayPalScriptReducer } from "@paypal/react-paypal-js";
import { useEffect, useEffectEvent, useState } from "react";
import { browserApi } from "../lib/api.ts";
import { useStore } from "../lib/store.ts";

/** How PayPal accepts cards on our page. */
export type CardKind = "unknown" | "card-fields" | "hosted-fields" | "none";

/**
 * How PayPal accepts cards for the store's account: in card fields or, if the account isn't eligible, in hosted fields.
 * Hosted fields need a client token, so this loads PayPal's script again with one. Call it only after the script is
 * first loaded.
 */
export function useCardKind(): CardKind {
  const { id: storeId } = useStore();
  const [{ options }, dispatch] = usePayPalScriptReducer();
  const hasToken = options.dataClientToken !== undefined;
  const [kind] = useState(() => kindOf(hasToken));
  const [isWithout, setIsWithout] = useState(false);
  const isMissing = kind === "unknown";

  const loadAgain = useEffectEvent((dataClientToken: string) =>
    dispatch({ type: DISPATCH_ACTION.RESET_OPTIONS, value: { ...options, dataClientToken } }),
  );
  useEffect(() => {
    if (!isMissing) return undefined;
    let isLeft = false;
    const ask = async () => {
      const { payments } = await browserApi();
      const body = { provider: "paypal" };
      const { clientToken } = await payments.createClientToken({ storeId, body });
      if (!isLeft) loadAgain(clientToken);
    };
    // Without a client token, only PayPal's own window accepts cards.
    ask().catch(() => setIsWithout(true));
    return () => {
      isLeft = true;
    };
  }, [isMissing, storeId]);
  return isWithout ? "none" : kind;
}

function kindOf(hasToken: boolean): CardKind {
  const { CardFields, HostedFields } = window.paypal ?? {};
  const unused = { createOrder: async () => "", onApprove: async () => {}, onError: () => {} };
  if (CardFields?.(unused).isEligible() === true) return "card-fields";
  if (HostedFields === undefined) return "none";
  if (!hasToken) return "unknown";
  return HostedFields.isEligible() ? "hosted-fields" : "none";
}
