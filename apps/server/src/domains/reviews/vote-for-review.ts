import { createHmac } from "node:crypto";
import type { reviews } from "@vetrina/contract/reviews";
import type { Context } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { notFound } from "../../platform/errors.ts";
import type { Input, Output } from "../../platform/http/routes.ts";
import { enqueue } from "../../platform/outbox.ts";

/** Counts a visitor for a shown review, or no longer; who repeats it changes nothing. */
export async function voteForReview(
  ctx: Context,
  { id, body }: Input<typeof reviews.voteForReview>,
): Promise<Output<typeof reviews.voteForReview>> {
  return ctx.tx(async (tx) => {
    const found = await tx.row<{ product_id: string; count: number }>(
      sql`select * from door.vote_review(${id}, ${voterOf(ctx, id)}, ${body.helpful}, ${ctx.now()})`,
    );
    if (found === undefined) throw notFound("review");
    await enqueue(tx, "catalogue.changed", { tags: [`product:${found.product_id}`] });
    return { helpful: found.count };
  });
}

/** A visitor is their account, else the address they come from; the row keeps a hash that only the server can make. */
function voterOf({ services, signedIn, caller }: Context, reviewId: string): Buffer {
  const who = signedIn === null ? `address ${caller.address}` : `user ${signedIn}`;
  return createHmac("sha256", services.key("review vote")).update(`${reviewId} ${who}`).digest();
}
