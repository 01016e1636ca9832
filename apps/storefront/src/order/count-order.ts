import { storageKey } from "@vetrina/commerce/constants";
import type { OrderWithItems } from "@vetrina/contract/orders/orders";
import { trackProduct } from "../lib/analytics.ts";

const maxKept = 50;
/** The orders that this page has counted, so that each is counted only once even if storage is unavailable. */
const counted = new Set<string>();

type Paid = Pick<OrderWithItems, "id" | "storeId" | "total" | "items">;

/**
 * Counts a paid order once in this browser: its total and, if all lines have the same product, that product. Runs in
 * the background and sends no personal data.
 */
export function countOrder(slug: string, { id, storeId, total, items }: Paid): void {
  const known = readCounted(slug);
  if (counted.has(id) || known.includes(id)) return;
  counted.add(id);
  try {
    localStorage.setItem(
      storageKey(slug, "counted-orders"),
      JSON.stringify([...known, id].slice(-maxKept)),
    );
  } catch {}
  const [product, ...others] = new Set(items.map(({ productId }) => productId));
  const productId = others.length > 0 ? null : product;
  trackProduct(storeId, { event: "ORDER_COMPLETE", value: total, productId });
}

function readCounted(slug: string): string[] {
  try {
    const value: unknown = JSON.parse(
      localStorage.getItem(storageKey(slug, "counted-orders")) ?? "[]",
    );
    return Array.isArray(value) ? value.filter((id) => typeof id === "string") : [];
  } catch {
    return [];
  }
}
