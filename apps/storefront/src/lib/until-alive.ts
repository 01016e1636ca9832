import { use, useEffect } from "react";

/** For the start of the head: records the URL for which the page was made, because Back can change it at any time. */
export const addressScript =
  "document.documentElement.dataset.address=location.pathname+location.search";

const never = new Promise<never>(() => {});
let isAlive = false;

/** Back or Forward was used before hydration, so this page is for another URL. */
function isElsewhere(): boolean {
  if (typeof document === "undefined") return false;
  const { address } = document.documentElement.dataset;
  return address !== undefined && address !== location.pathname + location.search;
}

function reload(): void {
  location.reload();
}

/** Reloads the page if its URL has changed, or changes before hydration. False: there is nothing to hydrate. */
export function followAddress(): boolean {
  if (isElsewhere()) {
    reload();
    return false;
  }
  addEventListener("popstate", reload);
  return true;
}

/**
 * From the first commit on, the router follows the URL by itself. For the root's layout, which is rendered first after
 * the router has read the URL. popstate fires only after the load event, so the URL may have changed without an event.
 */
export function useUntilAlive(): void {
  if (!isAlive && isElsewhere()) {
    reload();
    use(never);
  }
  useEffect(() => {
    isAlive = true;
    removeEventListener("popstate", reload);
  }, []);
}
