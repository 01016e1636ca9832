import { isApiError } from "@vetrina/client/api-error";
import { type CartLineRef, sameLine } from "@vetrina/commerce/cart";
import { storageKey } from "@vetrina/commerce/constants";
import type { OrderWithItems } from "@vetrina/contract/orders/orders";
import { useEffect, useState } from "react";
import { browserApi } from "../lib/api.ts";
import { useStore } from "../lib/store.ts";
import { pollPatiently } from "../payment/poll.ts";
import { paymentUnderWay } from "../payment/under-way.ts";
import { loadAttempt } from "./attempt.ts";
import { concludeOrder, forgetUnpaid, isOpen, unpaidOrders } from "./unpaid-orders.ts";

/** The state of the unpaid orders that were placed in this browser, in any tab. */
export type UnpaidOrders = {
  /** An order whose payment has no result yet, for some of the lines shown; null if there is none. */
  beingPaid: OrderWithItems | null;
  /** The orders that turned out to be paid since the page was opened. */
  paid: readonly OrderWithItems[];
  /** The orders that can still be paid and whose payment isn't under way, newest last. */
  waiting: readonly OrderWithItems[];
  /**
   * All recorded orders that are neither paid nor canceled, including this tab's; null until all have been read. Some
   * may have expired without being canceled yet, so they still hold units.
   */
  holding: readonly OrderWithItems[] | null;
};

type Read = Pick<UnpaidOrders, "paid" | "waiting"> & {
  beingPaid: readonly OrderWithItems[];
  holding: readonly OrderWithItems[];
  isComplete: boolean;
};

const none: Read = { beingPaid: [], paid: [], waiting: [], holding: [], isComplete: false };

/**
 * Follows the unpaid orders of this browser, so that no order is paid twice in two tabs. Removes the lines of paid
 * orders from the cart. Reads them again when another tab changes their list. Polls while an order is being paid or
 * can't be read. Does nothing while `isPaused` is true.
 */
export function useUnpaidOrders(lines: readonly CartLineRef[], isPaused: boolean): UnpaidOrders {
  const { slug } = useStore();
  const [orders, setOrders] = useState(none);
  useEffect(() => {
    if (isPaused) return undefined;
    let known = none;
    let isOver = false;
    let reading = Promise.resolve(false);

    // One read follows the other, so that the last one started decides what is shown.
    const ask = () => (reading = reading.then(read, read));
    async function read(): Promise<boolean> {
      if (isOver) return false;
      const next = await readUnpaid(slug, known);
      if (isOver) return false;
      known = next;
      setOrders((before) => (isSame(before, next) ? before : next));
      return !next.isComplete || next.beingPaid.length > 0;
    }
    let end = pollPatiently(ask, 0);
    const follow = ({ key }: StorageEvent) => {
      if (key !== null && key !== storageKey(slug, "unpaid-orders")) return;
      end();
      end = pollPatiently(ask, 0);
    };
    addEventListener("storage", follow);
    return () => {
      isOver = true;
      removeEventListener("storage", follow);
      end();
      setOrders((before) => ({ ...before, isComplete: false }));
    };
  }, [slug, isPaused]);
  const beingPaid = isPaused ? undefined : orders.beingPaid.find((order) => isFor(order, lines));
  // The checkout of these lines continues the order that this tab placed for them, so that order isn't shown as
  // waiting.
  const waiting = orders.waiting.filter(
    (order) => loadAttempt(slug)?.orderId !== order.id || !isFor(order, lines),
  );
  const isUnread = !orders.isComplete && unpaidOrders(slug).length > 0;
  const holding = isUnread ? null : orders.holding;
  return { beingPaid: beingPaid ?? null, paid: orders.paid, waiting, holding };
}

/**
 * Reads the recorded orders. Keeps the last known state of an order that could not be read. `isComplete` is false if
 * reading it again may succeed.
 */
export async function readUnpaid(slug: string, known: Read): Promise<Read> {
  const beingPaid: OrderWithItems[] = [];
  const waiting: OrderWithItems[] = [];
  const holding: OrderWithItems[] = [];
  const paid = [...known.paid];
  let isComplete = true;
  for (const id of unpaidOrders(slug)) {
    try {
      const { orders } = await browserApi();
      const order = await orders.getOrderWithItems({ id });
      if (order.paidAt !== null) {
        concludeOrder(slug, order);
        paid.push(order);
        continue;
      }
      if (order.status === "CANCELLED") {
        forgetUnpaid(slug, id);
        continue;
      }
      holding.push(order);
      if (isBeingPaid(slug, order)) beingPaid.push(order);
      else if (isWaiting(slug, order)) waiting.push(order);
    } catch (error) {
      const status = isApiError(error) ? error.statusCode : 0;
      // The order doesn't exist, or this browser's key no longer opens it.
      if (status === 404 || status === 403 || status === 410) forgetUnpaid(slug, id);
      else {
        // Polling doesn't help with a 401: the shopper has to sign in first.
        isComplete &&= status === 401;
        beingPaid.push(...known.beingPaid.filter((order) => order.id === id));
        waiting.push(...known.waiting.filter((order) => order.id === id));
        holding.push(...known.holding.filter((order) => order.id === id));
      }
    }
  }
  return { beingPaid, paid, waiting, holding, isComplete };
}

/**
 * Whether a payment of the order is being processed or was approved. False if this tab makes or finishes that payment.
 */
function isBeingPaid(slug: string, order: OrderWithItems): boolean {
  if (order.status !== "PENDING" || order.paymentState === "FAILED") return false;
  const underWay = paymentUnderWay(slug, order.id);
  // This tab is paying the order, or finishes its payment after a reload.
  if (underWay !== null && loadAttempt(slug)?.orderId === order.id) return false;
  return order.paymentState === "PROCESSING" || (underWay?.isApproved === true && isOpen(order));
}

/** Whether the order can be paid and no payment of it is being processed or was approved. */
function isWaiting(slug: string, order: OrderWithItems): boolean {
  const isApproved = paymentUnderWay(slug, order.id)?.isApproved === true;
  return isOpen(order) && order.paymentState !== "PROCESSING" && !isApproved;
}

/** Whether the order contains one of the lines. */
export function isFor({ items }: OrderWithItems, lines: readonly CartLineRef[]): boolean {
  return items.some((item) => lines.some((line) => sameLine(item, line)));
}

function isSame(one: Read, other: Read): boolean {
  const shownOf = ({ beingPaid, paid, waiting, holding, isComplete }: Read) => [
    isComplete,
    ...[beingPaid, paid, waiting, holding].map((all) =>
      all.map(({ id, expiresAt }) => [id, expiresAt]),
    ),
  ];
  return JSON.stringify(shownOf(one)) === JSON.stringify(shownOf(other));
}
