import { isApiError } from "@vetrina/client/api-error";
import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { browserApi } from "../lib/api.ts";
import { readOrderLink } from "./order-link.ts";

/** The state of the order link that the page was opened with. */
export type Opening = "idle" | "opening" | "expired" | "failed";

/**
 * Opens the order whose key is in the URL's fragment, and removes the key from the URL. `loadedId` is the id of the
 * order that the page has loaded; null if none. The server doesn't see the fragment, so a page without an order starts
 * in the state "opening".
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
  // Stays "opening" until the page has loaded the order, which takes a moment longer than the call that opens it.
  const isLoaded = opening.id !== null && opening.id === loadedId;
  return opening.state === "opening" && isLoaded ? "idle" : opening.state;
}
