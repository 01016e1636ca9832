import { storageKey } from "@vetrina/commerce/constants";
import { parseRecord } from "../draft/session.ts";

/**
 * A payment that the shopper is approving or has approved, stored so that it can be finished on another page or after a
 * reload.
 */
export type UnderWay = {
  orderId: string;
  /** The provider's name in payment calls. */
  provider: string;
  intentId: string;
  /** The page where the payment can be tried again, and the page to show once it is paid. */
  path: string;
  paidPath: string;
  isApproved: boolean;
};

/**
 * Maximum number of stored payments. They are stored for all tabs together, because a bank's app may return the shopper
 * to another tab.
 */
const maxKept = 5;

/** The stored payment of this order; null if there is none. */
export function paymentUnderWay(slug: string, orderId: string): UnderWay | null {
  return all(slug).find((one) => one.orderId === orderId) ?? null;
}

export function noteUnderWay(slug: string, payment: UnderWay): void {
  write(slug, [...all(slug).filter(({ orderId }) => orderId !== payment.orderId), payment]);
}

/** Removes the stored payment of an order, if there is one. */
export function forgetUnderWay(slug: string, orderId: string): void {
  const kept = all(slug);
  const rest = kept.filter((one) => one.orderId !== orderId);
  if (rest.length < kept.length) write(slug, rest);
}

function all(slug: string): UnderWay[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(keyOf(slug)) ?? "[]");
    return Array.isArray(list) ? list.flatMap((one) => read(JSON.stringify(one)) ?? []) : [];
  } catch {
    return [];
  }
}

function read(text: string): UnderWay | null {
  const { orderId, provider, intentId, path, paidPath, isApproved } = parseRecord(text) ?? {};
  if (typeof orderId !== "string" || typeof provider !== "string" || typeof intentId !== "string")
    return null;
  if (!isPath(path) || !isPath(paidPath)) return null;
  return { orderId, provider, intentId, path, paidPath, isApproved: isApproved === true };
}

/** Whether the value is a path of this shop. */
function isPath(value: unknown): value is string {
  return typeof value === "string" && /^\/(?!\/)/.test(value);
}

function write(slug: string, payments: readonly UnderWay[]): void {
  try {
    localStorage.setItem(keyOf(slug), JSON.stringify(payments.slice(-maxKept)));
  } catch {}
}

function keyOf(slug: string): string {
  return storageKey(slug, "payments-under-way");
}
