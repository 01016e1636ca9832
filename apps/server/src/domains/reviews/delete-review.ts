import type { reviews } from "@vetrina/contract/catalogue/reviews";
import { audit } from "../../platform/audit.ts";
import { sql } from "../../platform/database/sql.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { countRating } from "./count-rating.ts";
import { lockReview } from "./review-rows.ts";

/** Deletes a review with its votes and pictures. */
export const deleteReview: Handler<typeof reviews.deleteReview> = (ctx, { id }) =>
  ctx.tx(async (tx) => {
    const { product, status, rating } = await lockReview(ctx, tx, id);
    await tx.run(sql`delete from shop.reviews where store_id = ${tx.storeId} and id = ${id}`);
    await countRating(tx, product.id);
    await audit(tx, ctx, {
      action: "DELETE",
      entityType: "review",
      entityId: id,
      before: { productId: product.id, status, rating },
    });
  });
