import { storageKey } from "@vetrina/commerce/constants";
import type { OrderWithItems } from "@vetrina/contract/orders/orders";
import { useEffect, useMemo } from "react";
import { useStore } from "../lib/store.ts";
import { parseAttempt, saveAttempt } from "../order/attempt.ts";
import { concludeOrder, isOpen } from "../order/unpaid-orders.ts";
import { useSession } from "../draft/session.ts";

/**
 * Returns the unpaid order that this tab has placed, if it can still be paid. `found`: the order as read from the
 * server. Removes the stored attempt if the order was paid or canceled elsewhere. During a payment on this page
 * (`isPaying`), the payment removes it instead.
 */
export function usePlacedOrder(found: OrderWithItems | undefined, isPaying: boolean) {
  const { slug } = useStore();
  const text = useSession(storageKey(slug, "checkout-attempt"));
  const attempt = useMemo(() => parseAttempt(text), [text]);
  const orderId = attempt?.orderId ?? null;
  const known = found?.id === orderId ? found : undefined;
  const order = known && isOpen(known) ? known : null;

  // If the order was paid or canceled elsewhere, for example in another tab, there is nothing to resume.
  useEffect(() => {
    if (!known || known.status === "PENDING" || isPaying) return;
    if (known.paidAt === null) saveAttempt(slug, null);
    else concludeOrder(slug, known);
  }, [slug, known, isPaying]);

  return { attempt, order };
}
