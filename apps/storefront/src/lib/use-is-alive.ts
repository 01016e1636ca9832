import { useSyncExternalStore } from "react";

/** False on the server and until hydration. What only the browser knows is shown after that. */
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
