import { storageKey } from "@vetrina/commerce/constants";
import type { OrderWithItems } from "@vetrina/contract/orders/orders";
import { cartStoreOf } from "../draft/cart-store.ts";
import { loadAttempt, saveAttempt } from "./attempt.ts";
import { countOrder } from "./count-order.ts";
import { parseRecord, readSession, writeSession } from "../draft/session.ts";

/** Maximum number of recorded orders. Each was placed from the cart, and its items are still in the cart. */
const maxKept = 10;

type Paid = Pick<OrderWithItems, "id" | "storeId" | "total" | "items">;

/** Records an order whose lines came from the cart, so that they are removed from the cart once the order is paid. */
export function rememberUnpaid(slug: string, orderId: string): void {
  write(slug, [...unpaidOrders(slug).filter((id) => id !== orderId), orderId]);
}

/** The ids of the recorded orders, newest last. */
export function unpaidOrders(slug: string): string[] {
  try {
    const value: unknown = JSON.parse(
      localStorage.getItem(storageKey(slug, "unpaid-orders")) ?? "[]",
    );
    return Array.isArray(value) ? value.filter((id) => typeof id === "string") : [];
  } catch {
    return [];
  }
}

/**
 * Removes the record of an order that won't be paid. The order's lines stay in the cart. Returns false if there was no
 * record.
 */
export function forgetUnpaid(slug: string, orderId: string): boolean {
  const orders = unpaidOrders(slug);
  if (!orders.includes(orderId)) return false;
  write(
    slug,
    orders.filter((id) => id !== orderId),
  );
  return true;
}

/** Forgets an order that has expired, so that the next attempt places a new order from the same cart. */
export function giveUpOrder(slug: string, orderId: string): void {
  forgetUnpaid(slug, orderId);
  if (loadAttempt(slug)?.orderId === orderId) saveAttempt(slug, null);
}

/**
 * Handles a paid order once, whichever page or tab finds out first: counts it, removes its items from the cart, and
 * ends this tab's stored checkout. The address is kept for the next purchase in this tab; discount code and shipping
 * method are not.
 */
export function concludeOrder(slug: string, order: Paid): void {
  const { id, items } = order;
  countOrder(slug, order);
  const isFromCart = forgetUnpaid(slug, id);
  if (isFromCart) cartStoreOf(slug).takeOut(items);
  if (loadAttempt(slug)?.orderId !== id) return;
  saveAttempt(slug, null);
  writeSession(storageKey(slug, "last-order"), id);
  if (!isFromCart) writeSession(storageKey(slug, "buy-now"), null);
  const draft = parseRecord(readSession(storageKey(slug, "checkout")));
  if (draft)
    writeSession(
      storageKey(slug, "checkout"),
      JSON.stringify({ ...draft, rateId: "", discountCode: "" }),
    );
}

function write(slug: string, orders: readonly string[]): void {
  try {
    localStorage.setItem(storageKey(slug, "unpaid-orders"), JSON.stringify(orders.slice(-maxKept)));
  } catch {}
}
