import type { CartItem } from "@vetrina/commerce/cart";
import { storageKey } from "@vetrina/commerce/constants";
import type { OrderWithItems } from "@vetrina/contract/orders/orders";
import { readDiscountCode, setDiscountCode } from "../draft/discount-code.ts";
import { cartStoreOf, instanceOf } from "../draft/cart-store.ts";
import { loadAttempt, saveAttempt } from "./attempt.ts";
import { countOrder } from "./count-order.ts";
import { parseRecord, readSession, writeSession } from "../draft/session.ts";

/** Maximum number of recorded orders. */
const maxKept = 10;

/** An order that was placed in this browser and is not known to be paid. */
type Unpaid = {
  id: string;
  /** The `instance` of each cart line that the order was placed for; empty if it was placed with Buy Now. */
  lines: readonly number[];
  /** The cart's discount code when the order was placed; empty if it had none or didn't apply to this order. */
  code: string;
};

type Paid = Pick<OrderWithItems, "id" | "storeId" | "total" | "items">;

/**
 * Records an unpaid order with the cart lines and the discount code for which it was placed. Once the order is paid,
 * these lines and this code are removed. `lines` is empty for Buy Now, which leaves the cart's lines as they are.
 */
export function rememberUnpaid(
  slug: string,
  id: string,
  lines: readonly CartItem[],
  code: string,
): void {
  const others = read(slug).filter((order) => order.id !== id);
  const known = read(slug).find((order) => order.id === id);
  const instances = new Set([...(known?.lines ?? []), ...lines.map(instanceOf)]);
  write(slug, [...others, { id, lines: [...instances], code: known?.code ?? code }]);
}

/** The ids of the recorded orders, newest last. */
export function unpaidOrders(slug: string): string[] {
  return read(slug).map(({ id }) => id);
}

/** Removes the record of an order that won't be paid. The order's lines stay in the cart. */
export function forgetUnpaid(slug: string, orderId: string): void {
  takeRecord(slug, orderId);
}

/** Forgets an order that has expired, so that the next attempt places a new order from the same cart. */
export function giveUpOrder(slug: string, orderId: string): void {
  forgetUnpaid(slug, orderId);
  if (loadAttempt(slug)?.orderId === orderId) saveAttempt(slug, null);
}

/**
 * Counts a paid order and removes its items and discount code from the cart. Both happen only once, whichever page or
 * tab finds out first. In the tab that placed the order, also resets the stored checkout: the address is kept for the
 * next purchase, but not the shipping method.
 */
export function concludeOrder(slug: string, order: Paid): void {
  const { id, items } = order;
  countOrder(slug, order);
  const { lines, code } = takeRecord(slug, id) ?? { lines: [], code: "" };
  if (lines.length > 0) cartStoreOf(slug).takeOut(items, lines);
  if (code && readDiscountCode(slug) === code) setDiscountCode(slug, "");
  if (loadAttempt(slug)?.orderId !== id) return;
  saveAttempt(slug, null);
  writeSession(storageKey(slug, "last-order"), id);
  if (lines.length === 0) writeSession(storageKey(slug, "buy-now"), null);
  const draft = parseRecord(readSession(storageKey(slug, "checkout")));
  if (draft) writeSession(storageKey(slug, "checkout"), JSON.stringify({ ...draft, rateId: "" }));
}

/** Whether an order can still be paid. A partly paid order doesn't expire. */
export function isOpen({ status, expiresAt }: Pick<OrderWithItems, "status" | "expiresAt">) {
  return status === "PENDING" && (expiresAt === null || Date.parse(expiresAt) > Date.now());
}

/** The number of units, by variant, that a shopper's own unpaid orders hold. */
export type Held = Readonly<Record<string, number>>;

export function heldBy(orders: readonly OrderWithItems[]): Held {
  const held: Record<string, number> = {};
  for (const { variantId, quantity } of orders.flatMap(({ items }) => items))
    held[variantId] = (held[variantId] ?? 0) + quantity;
  return held;
}

/** Removes and returns an order's record. */
function takeRecord(slug: string, orderId: string): Unpaid | undefined {
  const orders = read(slug);
  const record = orders.find(({ id }) => id === orderId);
  if (record)
    write(
      slug,
      orders.filter((order) => order !== record),
    );
  return record;
}

function read(slug: string): Unpaid[] {
  try {
    const value: unknown = JSON.parse(
      localStorage.getItem(storageKey(slug, "unpaid-orders")) ?? "[]",
    );
    return Array.isArray(value) ? value.flatMap((one) => recordOf(one) ?? []) : [];
  } catch {
    return [];
  }
}

function recordOf(value: unknown): Unpaid | null {
  // Earlier versions stored only an order's id, and only for orders placed from the cart. Cart lines then had no
  // `instance`, which counts as 0.
  if (typeof value === "string") return { id: value, lines: [0], code: "" };
  const { id, lines, code } = (value ?? {}) as Record<string, unknown>;
  if (typeof id !== "string" || !Array.isArray(lines)) return null;
  return {
    id,
    lines: lines.filter((line) => typeof line === "number"),
    code: typeof code === "string" ? code : "",
  };
}

function write(slug: string, orders: readonly Unpaid[]): void {
  try {
    localStorage.setItem(storageKey(slug, "unpaid-orders"), JSON.stringify(orders.slice(-maxKept)));
  } catch {}
}
