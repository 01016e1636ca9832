import { isApiError } from "@vetrina/client/api-error";
import type { OpenDraftOrderOutput } from "@vetrina/client/types";
import { useCallback, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { browserApi } from "../lib/api.ts";
import { readOrderLink } from "../order/order-link.ts";
import { resumePath } from "../order/thank-you-path.ts";
import { isOpen } from "../order/unpaid-orders.ts";

/** The state of the pay link that the page was opened with. */
export type PayLink =
  | { state: "none" | "opening" | "invalid" | "expired" | "soldOut" | "unavailable" | "failed" }
  | { state: "paid" | "ended"; orderId: string }
  | { state: "changed"; previous: number; total: number };

type Link = { id: string; key: string };

/** Opens the draft order whose key is in the URL's fragment, and continues to the payment page. */
export function usePayLink(): { link: PayLink; open: (total?: number) => void } {
  const navigate = useNavigate();
  // The server doesn't see the fragment, so the page initially assumes that there is a link.
  const [link, setLink] = useState<PayLink>({ state: "opening" });
  const opened = useRef<Link | null>(null);
  const isBusy = useRef(false);

  const open = useCallback(
    (total?: number) => {
      const known = opened.current;
      if (known === null || isBusy.current) return;
      isBusy.current = true;
      setLink({ state: "opening" });
      const run = async () => {
        try {
          const order = await openOrder(known, total);
          const next = nextOf(order);
          if (next === null) await navigate(resumePath(order.id), { replace: true });
          else setLink(next);
        } catch (error) {
          setLink(refusalOf(error));
        } finally {
          isBusy.current = false;
        }
      };
      void run();
    },
    [navigate],
  );

  useEffect(() => {
    const read = () => {
      const found = readOrderLink(location.hash);
      if (found === null) {
        if (opened.current === null) setLink({ state: location.hash === "" ? "none" : "invalid" });
        return;
      }
      // The key must not stay in the URL, where it could be seen or copied.
      history.replaceState(history.state, "", location.pathname + location.search);
      opened.current = found;
      open();
    };
    read();
    // Opening a second link in the same tab may change only the fragment, which doesn't load the page again.
    addEventListener("hashchange", read);
    return () => removeEventListener("hashchange", read);
  }, [open]);
  return { link, open };
}

async function openOrder({ id, key }: Link, total?: number): Promise<OpenDraftOrderOutput> {
  const { draftOrders } = await browserApi();
  return draftOrders.openDraftOrder({ id, body: { key, ...(total !== undefined && { total }) } });
}

/** The state to show for an order that can't be paid; null if it can be paid. */
function nextOf(order: OpenDraftOrderOutput): PayLink | null {
  const orderId = order.id;
  if (order.paidAt !== null) return { state: "paid", orderId };
  return isOpen(order) ? null : { state: "ended", orderId };
}

function refusalOf(error: unknown): PayLink {
  if (!isApiError(error)) return { state: "failed" };
  switch (error.code) {
    case "NOT_FOUND":
    case "VALIDATION_FAILED":
      return { state: "invalid" };
    case "ORDER_EXPIRED":
      return { state: "expired" };
    case "OUT_OF_STOCK":
      return { state: "soldOut" };
    case "UNAVAILABLE_ITEM":
    case "SHIPPING_UNAVAILABLE":
    case "INVALID_TRANSITION":
      return { state: "unavailable" };
    case "TOTAL_CHANGED":
      return changeOf(error.details);
    default:
      return { state: "failed" };
  }
}

function changeOf(details: unknown): PayLink {
  const { previousTotal, quote } = (details ?? {}) as {
    previousTotal?: unknown;
    quote?: { total?: unknown };
  };
  const total = quote?.total;
  if (typeof previousTotal !== "number" || typeof total !== "number") return { state: "failed" };
  return { state: "changed", previous: previousTotal, total };
}
