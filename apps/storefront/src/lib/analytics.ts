import type { analytics } from "@vetrina/contract/stores/analytics";
import type { z } from "zod";

type Counted = z.infer<(typeof analytics.trackEventByOneHour)["body"]>;

/**
 * The path of analytics.trackEventByOneHour. It is called without the client, so that pages don't load the client for a
 * call whose answer isn't needed.
 */
export const trackPath = "/api/v1/analytics/track/hour";

/** Counts a shopper's event on a product, also while the page is being left. Failures are ignored. */
export function trackProduct(storeId: string, counted: Counted): void {
  const count = () => {
    fetch(`${trackPath}?${new URLSearchParams({ storeId })}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(counted),
      keepalive: true,
    }).catch(() => {});
  };
  // A prerendered page has not been seen yet.
  if ("prerendering" in document && document.prerendering)
    document.addEventListener("prerenderingchange", count, { once: true });
  else count();
}
