import { useEffect, useRef } from "react";

/** After the overlay or the provider's window: back to where the shopper was. */
export function useFocusBack(isBusy: boolean): void {
  const wasBusy = useRef(false);
  useEffect(() => {
    if (wasBusy.current && !isBusy) document.getElementById("pay")?.focus();
    wasBusy.current = isBusy;
  }, [isBusy]);
}
