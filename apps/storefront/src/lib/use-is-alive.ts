import { useSyncExternalStore } from "react";

/** False on the server and until the page is alive: what only the browser knows is shown from then on. */
export function useIsAlive(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}

function neverChanges(): () => void {
  return () => {};
}
