import { useEffect, useRef } from "react";

/** Returns focus to the Pay button once the overlay or the provider's window has closed. */
export function useFocusBack(isBusy: boolean): void {
  const wasBusy = useRef(false);
  useEffect(() => {
    if (wasBusy.current && !isBusy) document.getElementById("pay")?.focus();
    wasBusy.current = isBusy;
  }, [isBusy]);
}
