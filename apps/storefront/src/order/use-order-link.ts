import { isApiError } from "@vetrina/client/api-error";
import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { browserApi } from "../lib/api.ts";
import { readOrderLink } from "./order-link.ts";

/** The state of the order link that the page was opened with. */
export type Opening = "idle" | "opening" | "expired" | "failed";

/**
 * Opens the order whose key is in the URL's fragment, and removes the key from the URL. `loadedId` is the id of the
 * order that the page already shows, if any. Otherwise, the state is "opening" until the fragment is read, because the
 * server can't see it.
 */
export function useOrderLink(loadedId: string | null): Opening {
  const navigate = useNavigate();
  const [opening, setOpening] = useState<{ state: Opening; id: string | null }>({
    state: loadedId === null ? "opening" : "idle",
    id: null,
  });
  useEffect(() => {
    const open = async () => {
      const link = readOrderLink(location.hash);
      if (link === null) {
        setOpening((before) => (before.id === null ? { state: "idle", id: null } : before));
        return;
      }
      const { id } = link;
      history.replaceState(history.state, "", location.pathname + location.search);
      setOpening({ state: "opening", id });
      try {
        const { orders } = await browserApi();
        await orders.openOrder({ id }, { headers: { "X-Order-Key": link.key } });
        await navigate(`/order?${new URLSearchParams({ id })}`, { replace: true });
      } catch (error) {
        const isRefused = isApiError(error) && error.statusCode < 500 && error.statusCode !== 429;
        setOpening({ state: isRefused ? "expired" : "failed", id });
      }
    };
    void open();
    // Opening a second link in the same tab may change only the fragment, which doesn't load the page again.
    const again = () => void open();
    addEventListener("hashchange", again);
    return () => removeEventListener("hashchange", again);
  }, [navigate]);
  // The call that opens the order ends before the page has loaded it, so the state stays "opening" until then.
  const isLoaded = opening.id !== null && opening.id === loadedId;
  return opening.state === "opening" && isLoaded ? "idle" : opening.state;
}
