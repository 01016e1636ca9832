import type { analytics } from "@vetrina/contract/stores/analytics";
import type { z } from "zod";

type Counted = z.infer<(typeof analytics.trackEventByOneHour)["body"]>;

/**
 * The path of analytics.trackEventByOneHour. Called with fetch, so that pages don't load the client for a call whose
 * response isn't needed.
 */
export const trackPath = "/api/v1/analytics/track/hour";

/** Counts a shopper's event on a product, even while the shopper is leaving the page. Failures are ignored. */
export function trackProduct(storeId: string, counted: Counted): void {
  const count = () => {
    fetch(`${trackPath}?${new URLSearchParams({ storeId })}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(counted),
      keepalive: true,
    }).catch(() => {});
  };
  // On a prerendered page, waits until the page is shown.
  if ("prerendering" in document && document.prerendering)
    document.addEventListener("prerenderingchange", count, { once: true });
  else count();
}
