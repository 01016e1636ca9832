import type { Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { notFound } from "../../platform/errors.ts";
import { enqueue } from "../../platform/outbox.ts";

/** The product whose reviews are about to change: two changes at once count one after the other. Throws NOT_FOUND. */
export async function lockRated(tx: Transaction, productId: string): Promise<void> {
  const product = await tx.row(sql`
    select from shop.products where store_id = ${tx.storeId} and id = ${productId} for no key update`);
  if (product === undefined) throw notFound("product");
}

/** The product's rating as its approved reviews give it now; caches are told. */
export function countRating(tx: Transaction, productId: string): Promise<void> {
  return countRatings(tx, [productId]);
}

/** The same for many products, whose reviews came as one. */
export async function countRatings(tx: Transaction, productIds: readonly string[]): Promise<void> {
  await tx.run(sql`
    update shop.products p set rating_sum = r.sum, rating_count = r.count
    from unnest(${productIds}::uuid[]) rated (id) cross join lateral (
      select coalesce(sum(rating), 0)::int as sum, count(*)::int as count from shop.reviews
      where store_id = ${tx.storeId} and product_id = rated.id and status = 'APPROVED') r
    where p.store_id = ${tx.storeId} and p.id = rated.id`);
  const tags = productIds.map((id) => `product:${id}`);
  await enqueue(tx, "catalogue.changed", { tags: [...tags, "lists"] });
}
