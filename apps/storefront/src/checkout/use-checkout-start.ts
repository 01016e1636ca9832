import { useEffect, useRef } from "react";
import { browserApi } from "../lib/api.ts";
import { useStore } from "../lib/store.ts";

/** Counts the start of a checkout, once per visit. Runs in the background, and a failure is only logged. */
export function useCheckoutStart(productId: string | undefined): void {
  const { id: storeId } = useStore();
  const isSent = useRef(false);
  useEffect(() => {
    if (!productId || isSent.current) return;
    isSent.current = true;
    browserApi()
      .then(({ analytics }) =>
        analytics.trackEventByOneHour({
          storeId,
          body: { event: "CHECKOUT_START", value: 0, productId },
        }),
      )
      .catch((error: unknown) => console.warn("The start of a checkout was not counted.", error));
  }, [storeId, productId]);
}
