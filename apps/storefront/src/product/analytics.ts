import type { PerformanceEvent } from "@vetrina/contract/enumerations";
import { browserApi } from "../lib/api.ts";

/** Counts what a shopper did with a product; nobody waits for it and its failures are ignored. */
export function trackProduct(
  storeId: string,
  event: PerformanceEvent,
  productId: string,
  value: number,
): void {
  const count = () => {
    browserApi()
      .analytics.trackEventByOneHour({ storeId, body: { event, productId, value } })
      .catch(() => {});
  };
  // A page that was rendered ahead has not been seen yet.
  if ("prerendering" in document && document.prerendering)
    document.addEventListener("prerenderingchange", count, { once: true });
  else count();
}
