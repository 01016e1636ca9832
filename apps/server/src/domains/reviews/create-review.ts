import type { reviews } from "@vetrina/contract/reviews";
import { audit } from "../../platform/audit.ts";
import type { Context } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { notFound } from "../../platform/errors.ts";
import type { Input, Output } from "../../platform/http/routes.ts";
import { newId } from "../../platform/id.ts";

/** Takes a review of a published product in; its text stays text, and it is shown once the store has approved it. */
export async function createReview(
  ctx: Context,
  { productId, body }: Input<typeof reviews.createReview>,
): Promise<Output<typeof reviews.createReview>> {
  const id = newId();
  await ctx.tx(async (tx) => {
    const product = await tx.row(
      sql`select from catalogue.products where store_id = ${tx.storeId} and id = ${productId}`,
    );
    if (product === undefined) throw notFound("product");
    await tx.run(sql`
      insert into shop.reviews (store_id, id, product_id, name, rating, title, content, fit, created_at)
      values (${tx.storeId}, ${id}, ${productId}, ${body.name}, ${body.rating}, ${body.title}, ${body.content},
        ${body.fit ?? null}, ${ctx.now()})`);
    await audit(tx, ctx, {
      action: "CREATE",
      entityType: "review",
      entityId: id,
      after: { productId, rating: body.rating, status: "PENDING" },
    });
  });
  return { id, status: "PENDING" };
}
