import { storageKey } from "@vetrina/commerce/constants";
import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { readSession } from "../draft/session.ts";
import { browserApi } from "../lib/api.ts";
import { fillEmpty } from "../draft/fill-empty.ts";
import { useStore } from "../lib/store.ts";
import { unpaidOrders } from "../order/unpaid-orders.ts";
import { knownOrder } from "./known-order.ts";

const names = ["orderNumber", "email"] as const;

type Props = {
  form: { current: HTMLFormElement | null };
  /**
   * Called once the orders of this browser have been read and fields may have been filled in. `isAsked`: the shopper
   * came from the page of the order that the fields now name.
   */
  onRead: (isAsked: boolean) => void;
};

/**
 * Fills the tracking form's empty fields with the number and email of an order of this browser. Loaded lazily (a default
 * export), because the form is shown without waiting for this code.
 */
export default function KnownValues({ form, onRead }: Props): null {
  const { slug } = useStore();
  const { state } = useLocation();
  const latest = useRef(onRead);
  useEffect(() => {
    latest.current = onRead;
  });
  useEffect(() => {
    let isGone = false;
    void (async () => {
      const asked = askedId(state);
      const order = await orderOf(slug, asked, fieldOf(form, "orderNumber")?.value ?? "");
      if (isGone) return;
      if (order !== null) for (const name of names) fillEmpty(fieldOf(form, name), order[name]);
      const isFilled = names.every((name) => fieldOf(form, name)?.value === order?.[name]);
      latest.current(isFilled && order?.id === asked);
    })();
    return () => {
      isGone = true;
    };
  }, [form, slug, state]);
  return null;
}

/** The order whose page led here. */
function askedId(state: unknown): string | null {
  const { orderId } = (state ?? {}) as { orderId?: unknown };
  return typeof orderId === "string" ? orderId : null;
}

/** The order to fill the form with; null if there is none or it can't be read. Never rejects. */
async function orderOf(slug: string, asked: string | null, typed: string) {
  const lastOrder = readSession(storageKey(slug, "last-order"));
  const ids = [asked, lastOrder, ...unpaidOrders(slug).toReversed()].filter(
    (id) => typeof id === "string",
  );
  if (ids.length === 0) return null;
  try {
    const { orders } = await browserApi();
    return await knownOrder((id) => orders.getOrderWithItems({ id }), ids, typed);
  } catch {
    return null;
  }
}

function fieldOf({ current }: Props["form"], name: string): HTMLInputElement | null {
  const field = current?.elements.namedItem(name);
  return field instanceof HTMLInputElement ? field : null;
}
