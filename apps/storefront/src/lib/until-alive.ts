import { use, useEffect } from "react";

/**
 * An inline script for the start of the head. Records the URL for which the page was rendered, so that a later change
 * by Back or Forward can be detected.
 */
export const addressScript =
  "document.documentElement.dataset.address=location.pathname+location.search";

const never = new Promise<never>(() => {});
let isAlive = false;

/**
 * Whether the URL is no longer the one this page was rendered for, because Back or Forward was used before hydration.
 */
function isElsewhere(): boolean {
  if (typeof document === "undefined") return false;
  const { address } = document.documentElement.dataset;
  return address !== undefined && address !== location.pathname + location.search;
}

function reload(): void {
  location.reload();
}

/**
 * Reloads the page if its URL has changed, or as soon as it changes before hydration. Returns false if the page is
 * being reloaded, so there is nothing to hydrate.
 */
export function followAddress(): boolean {
  if (isElsewhere()) {
    reload();
    return false;
  }
  addEventListener("popstate", reload);
  return true;
}

/**
 * Stops reloading on popstate after React's first commit, because the router then follows the URL. Checks the URL once
 * more before that: until the load event, it can change without a popstate event.
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
