import type { BulkChange } from "@vetrina/contract/catalogue/bulk-changes";
import type { Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { ApiFailure } from "../../platform/errors.ts";
import { underWay } from "./bulk-edits.ts";

/** Maximum number of items that all edits of a store may have together. One edit has at most 1.4 million. */
const maxStoredItems = 2_000_000;

/**
 * Returns the maximum number of items that an edit can have. A TAGS item counts as ten, because it can contain a
 * hundred tags.
 */
export function itemCountOf(
  { price, stock, status, tags, category }: BulkChange,
  products: number,
  variants: number,
): number {
  return products * (named(status, category) + 10 * named(tags)) + variants * named(price, stock);
}

function named(...fields: unknown[]): number {
  return fields.filter((field) => field !== undefined).length;
}

/**
 * Makes room for a new edit's items by marking items of other edits for deletion, oldest edits first, but edits that
 * never ran before all others. Leaves out edits that the worker is processing. Throws LIMIT_REACHED while too many
 * marked items are not deleted yet.
 */
export async function makeRoom(tx: Transaction, itemCount: number): Promise<void> {
  const row = await tx.row<{ all: number; left: number }>(sql`
    select coalesce(sum(item_count), 0)::float as all, coalesce(sum(item_count) filter (where not drops_items), 0)::float as left
    from shop.bulk_edits where store_id = ${tx.storeId} and item_count > 0`);
  const { all = 0, left = 0 } = row ?? {};
  if (all + itemCount > 2 * maxStoredItems)
    throw new ApiFailure(
      "LIMIT_REACHED",
      "Items of earlier bulk edits are still being deleted. Try again in a few minutes.",
      { max: maxStoredItems },
    );
  const excess = left + itemCount - maxStoredItems;
  if (excess <= 0) return;
  await tx.run(sql`
    with finished as (
      select id, sum(item_count) over (order by ran_at is not null, id) - item_count as before from shop.bulk_edits
      where store_id = ${tx.storeId} and item_count > 0 and not ${underWay} and not drops_items)
    update shop.bulk_edits e set drops_items = true, version = version + 1,
      state = case when e.ran_at is null then 'CANCELLED' else e.state end
    from finished where e.store_id = ${tx.storeId} and e.id = finished.id and finished.before < ${excess} and not e.${underWay}`);
}
