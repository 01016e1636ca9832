import { useEffect, useState } from "react";
import type { ProviderButtonsProps } from "./provider-fields.ts";
import { createPayPalSession } from "./paypal-session.ts";

/** One session for a button or form. Its payments use the page's current data. */
export function usePayPalSession(
  onPay: ProviderButtonsProps["onPay"],
  options: { isRestartable: boolean },
) {
  const [session] = useState(() => createPayPalSession(options));
  useEffect(() => session.payBy(onPay));
  useEffect(() => () => session.leave(), [session]);
  return session;
}
