import type { CartLineRef } from "@vetrina/commerce/cart";
import { cartStoreOf } from "../lib/cart-store.ts";

/** Orders placed from the cart whose pieces are still in it; every tab may learn that one is paid. */
const unpaidKey = (slug: string) => `vetrina:${slug}:unpaid-orders`;
const mostKept = 10;

/** Notes that this order's lines came from the cart, so that they leave it once it is paid. */
export function rememberUnpaid(slug: string, orderId: string): void {
  write(slug, [...unpaidOrders(slug).filter((id) => id !== orderId), orderId]);
}

/** The orders that were noted, newest last. */
export function unpaidOrders(slug: string): string[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(unpaidKey(slug)) ?? "[]");
    return Array.isArray(value) ? value.filter((id) => typeof id === "string") : [];
  } catch {
    return [];
  }
}

/** Forgets an order that will not be paid: its lines stay in the cart. False where it was not noted. */
export function forgetUnpaid(slug: string, orderId: string): boolean {
  const orders = unpaidOrders(slug);
  if (!orders.includes(orderId)) return false;
  write(
    slug,
    orders.filter((id) => id !== orderId),
  );
  return true;
}

/** The order is paid: its pieces leave the cart, once, whichever page or tab hears of it first. */
export function takeBought(
  slug: string,
  orderId: string,
  lines: readonly (CartLineRef & { quantity: number })[],
): void {
  if (forgetUnpaid(slug, orderId)) cartStoreOf(slug).takeOut(lines);
}

function write(slug: string, orders: readonly string[]): void {
  try {
    localStorage.setItem(unpaidKey(slug), JSON.stringify(orders.slice(-mostKept)));
  } catch {}
}
