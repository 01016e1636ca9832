import type { Discount } from "@vetrina/commerce/pricing/discount";
import { type Queryable, sql } from "../../platform/database/sql.ts";
import { type DiscountRow, discountOf } from "./discount-rows.ts";

type Cached = { version: string; discounts: readonly Discount[]; size: number };

/** Maximum total size of the cached discounts of all stores, in characters of JSON. */
const maxCached = 16_000_000;

/**
 * Keyed by store id, least recently used first. A discount's uses are not cached; they are read from the database each
 * time.
 */
const cache = new Map<string, Cached>();
let cachedSize = 0;

/**
 * Returns the store's active automatic discounts. They are cached with a version that every call compares with the
 * database, so a change takes effect at the next call. Not for transactions that change discounts.
 */
export async function readAutomaticDiscounts(
  reader: Queryable,
  storeId: string,
): Promise<readonly Discount[]> {
  const known = cache.get(storeId);
  const row = await reader.row<{
    version: string;
    discounts: string | null;
    used: Record<string, number>;
  }>(sql`select * from door.automatic_discounts(${storeId}, ${known?.version ?? null})`);
  if (row === undefined) return [];
  const discounts =
    row.discounts === null
      ? (recall(storeId, known)?.discounts ?? [])
      : remember(storeId, row.version, row.discounts);
  return discounts.map((discount) => withUses(discount, row.used));
}

function withUses(discount: Discount, used: Record<string, number>): Discount {
  return discount.usageLimit === null ? discount : { ...discount, used: used[discount.id] ?? 0 };
}

function recall(storeId: string, known: Cached | undefined): Cached | undefined {
  // Moves the entry to the end as most recently used, unless another call has replaced it meanwhile.
  if (known !== undefined && cache.get(storeId) === known) {
    cache.delete(storeId);
    cache.set(storeId, known);
  }
  return known;
}

function remember(storeId: string, version: string, json: string): readonly Discount[] {
  // Concurrent calls may all read the same new version. Only the first of them parses its discounts.
  const current = cache.get(storeId);
  if (current?.version === version) return current.discounts;
  const discounts = (JSON.parse(json) as DiscountRow[]).map(discountOf);
  forget(storeId);
  cache.set(storeId, { version, discounts, size: json.length });
  cachedSize += json.length;
  for (const oldest of cache.keys()) {
    if (cachedSize <= maxCached) break;
    forget(oldest);
  }
  return discounts;
}

function forget(storeId: string): void {
  cachedSize -= cache.get(storeId)?.size ?? 0;
  cache.delete(storeId);
}
