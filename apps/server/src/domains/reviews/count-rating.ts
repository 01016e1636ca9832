import type { Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { notFound } from "../../platform/errors.ts";
import { catalogueChanged } from "../../platform/jobs/catalogue-changed.ts";
import { enqueue } from "../../platform/jobs/enqueue.ts";
import { writeRatings } from "../products/bulk-writes/products.ts";

/**
 * Locks a product whose reviews are about to change, so that concurrent changes run one at a time. Throws NOT_FOUND.
 */
export async function lockRated(tx: Transaction, productId: string): Promise<void> {
  const product = await tx.row(sql`
    select from shop.products where store_id = ${tx.storeId} and id = ${productId} for no key update`);
  if (product === undefined) throw notFound("product");
}

/** Updates the product's rating from its approved reviews and notifies the caches. */
export function countRating(tx: Transaction, productId: string): Promise<void> {
  return countRatings(tx, [productId]);
}

/** Updates the ratings of many products together, for example after an import. */
export async function countRatings(tx: Transaction, productIds: readonly string[]): Promise<void> {
  await writeRatings(tx, productIds);
  const tags = productIds.map((id) => `product:${id}`);
  await enqueue(tx, catalogueChanged, { tags: [...tags, "lists"] });
}
