import { use, useEffect } from "react";

/** For the head's beginning: notes the address that the page was made for, which Back can change at once. */
export const addressScript =
  "document.documentElement.dataset.address=location.pathname+location.search";

const never = new Promise<never>(() => {});
let isAlive = false;

/** Back or forward before the page is alive: what stands here was made for another address. */
function isElsewhere(): boolean {
  if (typeof document === "undefined") return false;
  const { address } = document.documentElement.dataset;
  return address !== undefined && address !== location.pathname + location.search;
}

function reload(): void {
  location.reload();
}

/** Loads anew a page whose address has changed, now or until it is alive. False: there is nothing to bring to life. */
export function followAddress(): boolean {
  if (isElsewhere()) {
    reload();
    return false;
  }
  addEventListener("popstate", reload);
  return true;
}

/**
 * From the first commit on the router follows the address by itself. For the root's layout, the first that is rendered
 * once the router has read the address: popstate comes only after the load event, so it may have changed unsaid.
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
