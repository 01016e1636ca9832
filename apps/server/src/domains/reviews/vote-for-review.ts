import { createHmac, timingSafeEqual } from "node:crypto";
import type { reviews } from "@vetrina/contract/catalogue/reviews";
import type { Context } from "../../platform/context.ts";
import { gatherWrites } from "../../platform/database/gather-writes.ts";
import { sql } from "../../platform/database/sql.ts";
import { notFound } from "../../platform/errors.ts";
import { widerNetwork, widerShare } from "../../platform/http/callers/caller-address.ts";
import type { Input, Output } from "../../platform/http/routes.ts";
import { catalogueChanged } from "../../platform/jobs/catalogue-changed.ts";
import { enqueue } from "../../platform/jobs/enqueue.ts";

/** Adds or withdraws a visitor's vote for a published review. Repeating the call changes nothing. */
export async function voteForReview(
  ctx: Context,
  { id, body }: Input<typeof reviews.voteForReview>,
): Promise<Output<typeof reviews.voteForReview>> {
  const voter = voterOf(ctx, id, body.voteToken);
  const helpful = await cast(ctx.services.database, ctx.store, id, {
    id,
    voter,
    network: networkOf(ctx, id),
    helpful: body.helpful,
    at: ctx.now(),
  });
  return { helpful, voteToken: voteTokenOf(ctx, id, voter) };
}

type Vote = { id: string; voter: Buffer; network: Buffer | null; helpful: boolean; at: Date };

/** Casts a vote, together with others for the same review. Returns the review's new number of votes. */
const cast = gatherWrites<Vote, number>({
  what: "review",
  maxItems: 100,
  work: async (tx, votes) => {
    const found = await Promise.all(
      votes.map(({ id, voter, network, helpful, at }) =>
        tx.row<{ product_id: string; count: number; changed: boolean }>(
          sql`select * from door.vote_review(${id}, ${voter}, ${network}, ${widerShare}, ${helpful}, ${at})`,
        ),
      ),
    );
    const results = found.map((row) => {
      if (row === undefined) throw notFound("review");
      return row;
    });
    const changed = results.find((row) => row.changed);
    if (changed !== undefined)
      await enqueue(tx, catalogueChanged, { tags: [`product:${changed.product_id}`] });
    return results.map(({ count }) => count);
  },
});

/**
 * Identifies the voter by the token of an earlier vote (because phones change their IP address), else by account, else
 * by IP address. The row stores a hash that only the server can compute.
 */
function voterOf(ctx: Context, reviewId: string, voteToken: string | undefined): Buffer {
  const spoken = Buffer.from(voteToken?.split(".")[0] ?? "", "base64url");
  if (voteToken !== undefined && isSame(voteToken, voteTokenOf(ctx, reviewId, spoken)))
    return spoken;
  const { signedIn, caller } = ctx;
  const who = signedIn === null ? `address ${caller.address}` : `user ${signedIn}`;
  return hmac(ctx, "review vote", `${reviewId} ${who}`);
}

/**
 * Returns a hash of the /48 network of an anonymous IPv6 caller; null for all others. The addresses in such a network
 * vote separately, but only up to a limit for the network.
 */
function networkOf(ctx: Context, reviewId: string): Buffer | null {
  const network = ctx.signedIn === null ? widerNetwork(ctx.caller.address) : null;
  return network === null ? null : hmac(ctx, "review vote", `${reviewId} network ${network}`);
}

function voteTokenOf(ctx: Context, reviewId: string, voter: Buffer): string {
  const seal = hmac(ctx, "review voteToken", `${reviewId} ${voter.toString("base64url")}`);
  return `${voter.toString("base64url")}.${seal.toString("base64url")}`;
}

function hmac({ services }: Context, purpose: string, text: string): Buffer {
  return createHmac("sha256", services.key(purpose)).update(text).digest();
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.byteLength === b.byteLength && timingSafeEqual(a, b);
}
