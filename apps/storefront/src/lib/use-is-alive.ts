import { useSyncExternalStore } from "react";

/**
 * Whether the page is hydrated; false on the server. Content that only the browser knows can be shown once this is
 * true.
 */
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
