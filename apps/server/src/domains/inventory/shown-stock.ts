import { stockLabel } from "@vetrina/commerce/products/stock-label";
import type { Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { catalogueChanged } from "../../platform/jobs/catalogue-changed.ts";
import { enqueue } from "../../platform/jobs/enqueue.ts";

type Shown = { id: string; productId: string; stock: number; backorderLimit: number };

/**
 * Runs `work`, which changes the stock of these variants, and invalidates pages whose stock label changes. Stock at
 * inactive locations and changes that keep the label invalidate nothing.
 */
export async function publishingStock<T>(
  tx: Transaction,
  variantIds: readonly string[],
  work: () => Promise<T>,
): Promise<T> {
  const before = new Map((await readShown(tx, variantIds)).map((one) => [one.id, labelOf(one)]));
  const result = await work();
  const changed = new Set(
    (await readShown(tx, variantIds))
      .filter((one) => before.get(one.id) !== labelOf(one))
      .map(({ productId }) => productId),
  );
  if (changed.size > 0)
    await enqueue(tx, catalogueChanged, {
      tags: [...[...changed].map((id) => `product:${id}`), "lists"],
    });
  return result;
}

function readShown(tx: Transaction, ids: readonly string[]): Promise<Shown[]> {
  return tx.rows<Shown>(sql`
    select id, product_id as "productId", stock, backorder_limit as "backorderLimit" from catalogue.variants
    where store_id = ${tx.storeId} and id = any(${ids}::uuid[])`);
}

// Returns a key for the stock label. For low stock ("Only 3 left in stock!"), the key includes the number of units.
function labelOf({ stock, backorderLimit }: Shown): string {
  const label = stockLabel(stock, backorderLimit);
  return label === "low" ? `low ${stock}` : label;
}
