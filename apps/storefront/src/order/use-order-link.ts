import { isApiError } from "@vetrina/client/api-error";
import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { browserApi } from "../lib/api.ts";
import { readOrderLink } from "./order-link.ts";

/** The state of the link that the page was opened with. */
export type Opening = "idle" | "opening" | "expired" | "failed";

/** Opens the order whose key is in the address's fragment, and removes the key from the address. */
export function useOrderLink(): Opening {
  const navigate = useNavigate();
  const [opening, setOpening] = useState<Opening>("idle");
  useEffect(() => {
    const open = async () => {
      const link = readOrderLink(location.hash);
      if (link === null) return;
      history.replaceState(history.state, "", location.pathname + location.search);
      setOpening("opening");
      try {
        const { orders } = await browserApi();
        await orders.openOrder({ id: link.id }, { headers: { "X-Order-Key": link.key } });
        await navigate(`/order?${new URLSearchParams({ id: link.id })}`, { replace: true });
        setOpening("idle");
      } catch (error) {
        setOpening(isApiError(error) && error.statusCode < 500 ? "expired" : "failed");
      }
    };
    void open();
    // A second link opened in the same tab changes only the fragment.
    const again = () => void open();
    addEventListener("hashchange", again);
    return () => removeEventListener("hashchange", again);
  }, [navigate]);
  return opening;
}
