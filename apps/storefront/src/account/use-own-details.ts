import { useEffect, useRef } from "react";
import { useSignedIn } from "../lib/account-session.ts";
import { browserApi } from "../lib/api.ts";
import { useStore } from "../lib/store.ts";

export type OwnDetails = { name: string; email: string };

/**
 * Calls `fill` with the signed-in customer's name and email once they are known, and with null after a sign-out or when
 * the form is no longer shown. Doesn't call `fill` if no user is signed in.
 */
export function useOwnDetails(isShown: boolean, fill: (details: OwnDetails | null) => void): void {
  const { id: storeId } = useStore();
  const isSignedIn = useSignedIn();
  const latest = useRef(fill);
  useEffect(() => {
    latest.current = fill;
  });
  useEffect(() => {
    if (!isShown || !isSignedIn) return undefined;
    const read = new AbortController();
    void (async () => {
      try {
        const { customers } = await browserApi();
        latest.current(await customers.getMyCustomer({ storeId }, { signal: read.signal }));
      } catch {}
    })();
    return () => {
      read.abort();
      latest.current(null);
    };
  }, [isShown, isSignedIn, storeId]);
}
