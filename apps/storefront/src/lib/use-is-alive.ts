import { useSyncExternalStore } from "react";

/** Whether the page is hydrated; false on the server. Show what only the browser knows once this is true. */
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
