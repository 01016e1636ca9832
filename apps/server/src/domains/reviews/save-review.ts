import { audit } from "../../platform/audit.ts";
import type { Context, Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { notFound } from "../../platform/errors.ts";
import { newId } from "../../platform/id.ts";
import { enqueue } from "../../platform/outbox.ts";

export type NewReview = {
  productId: string;
  name: string;
  /** 1 to 5. */
  rating: number;
  title: string;
  content: string;
  fit: "small" | "true" | "large" | null;
  verified: boolean;
  createdAt: Date;
};

/** An approved review that was written elsewhere or earlier; the product's rating counts it at once. Answers with its id. */
export async function saveReview(ctx: Context, input: NewReview): Promise<string> {
  const id = newId();
  await ctx.tx(async (tx) => {
    await lockProduct(tx, input.productId);
    await tx.run(sql`
      insert into shop.reviews (store_id, id, product_id, name, rating, title, content, fit, verified, status, created_at)
      values (${tx.storeId}, ${id}, ${input.productId}, ${input.name}, ${input.rating}, ${input.title}, ${input.content},
        ${input.fit}, ${input.verified}, 'APPROVED', ${input.createdAt})`);
    await countRating(tx, input.productId);
    await audit(tx, ctx, {
      action: "CREATE",
      entityType: "review",
      entityId: id,
      after: { productId: input.productId, rating: input.rating, status: "APPROVED" },
    });
    await enqueue(tx, "catalogue.changed", { tags: [`product:${input.productId}`, "lists"] });
  });
  return id;
}

// Two approvals at once count one after the other.
async function lockProduct(tx: Transaction, productId: string): Promise<void> {
  const product = await tx.row(sql`
    select from shop.products where store_id = ${tx.storeId} and id = ${productId} and deleted_at is null for no key update`);
  if (product === undefined) throw notFound("product");
}

async function countRating(tx: Transaction, productId: string): Promise<void> {
  await tx.run(sql`
    update shop.products p set rating_sum = r.sum, rating_count = r.count
    from (select coalesce(sum(rating), 0)::int as sum, count(*)::int as count from shop.reviews
      where store_id = ${tx.storeId} and product_id = ${productId} and status = 'APPROVED') r
    where p.store_id = ${tx.storeId} and p.id = ${productId}`);
}
