import { storageKey } from "@vetrina/commerce/constants";
import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { readSession } from "../draft/session.ts";
import { browserApi } from "../lib/api.ts";
import { fillEmpty } from "../draft/fill-empty.ts";
import { useStore } from "../lib/store.ts";
import { unpaidOrders } from "../order/unpaid-orders.ts";
import { knownOrder } from "./known-order.ts";

type Props = {
  form: { current: HTMLFormElement | null };
  /** Called once the orders of this browser have been read and fields may have been filled in. */
  onRead: () => void;
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
      const order = await orderOf(slug, state, fieldOf(form, "orderNumber")?.value ?? "");
      if (isGone) return;
      if (order !== null)
        for (const name of ["orderNumber", "email"] as const)
          fillEmpty(fieldOf(form, name), order[name]);
      latest.current();
    })();
    return () => {
      isGone = true;
    };
  }, [form, slug, state]);
  return null;
}

/** The order to fill the form with; null if there is none or it can't be read. Never rejects. */
async function orderOf(slug: string, state: unknown, typed: string) {
  const { orderId } = (state ?? {}) as { orderId?: unknown };
  const lastOrder = readSession(storageKey(slug, "last-order"));
  const ids = [orderId, lastOrder, ...unpaidOrders(slug).toReversed()].filter(
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
