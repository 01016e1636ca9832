import { useSyncExternalStore } from "react";

/** Whether the page is hydrated; false on the server. What only the browser knows is shown once it is true. */
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
