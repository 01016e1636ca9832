import { audit } from "../../platform/audit.ts";
import type { Context } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { newId } from "../../platform/id.ts";
import { countRating, lockRated } from "./count-rating.ts";

export type NewReview = {
  productId: string;
  name: string;
  /** From 1 to 5. */
  rating: number;
  title: string;
  content: string;
  fit: "small" | "true" | "large" | null;
  verified: boolean;
  createdAt: Date;
};

/**
 * Saves an approved review that was written elsewhere or earlier, and counts it in the product's rating. Returns its
 * id.
 */
export async function saveReview(ctx: Context, input: NewReview): Promise<string> {
  const id = newId();
  await ctx.tx(async (tx) => {
    await lockRated(tx, input.productId);
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
  });
  return id;
}
