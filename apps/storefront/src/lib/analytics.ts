import type { analytics } from "@vetrina/contract/analytics";
import type { z } from "zod";

type Counted = z.infer<(typeof analytics.trackEventByOneHour)["body"]>;

/** The call analytics.trackEventByOneHour. By hand: the client's code is no weight on a page for a call nobody waits for. */
export const trackPath = "/api/v1/analytics/track/hour";

/** Counts what a shopper did with a product, also when the page is being left; its failures are ignored. */
export function trackProduct(storeId: string, counted: Counted): void {
  const count = () => {
    fetch(`${trackPath}?${new URLSearchParams({ storeId })}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(counted),
      keepalive: true,
    }).catch(() => {});
  };
  // A page that was rendered ahead has not been seen yet.
  if ("prerendering" in document && document.prerendering)
    document.addEventListener("prerenderingchange", count, { once: true });
  else count();
}
