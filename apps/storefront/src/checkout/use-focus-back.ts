import { useEffect, useRef } from "react";

/** Returns focus to where it was before the overlay or the provider's window. */
export function useFocusBack(isBusy: boolean): void {
  const wasBusy = useRef(false);
  useEffect(() => {
    if (wasBusy.current && !isBusy) document.getElementById("pay")?.focus();
    wasBusy.current = isBusy;
  }, [isBusy]);
}
