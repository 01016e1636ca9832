import { createHmac } from "node:crypto";
import type { Context } from "../../platform/context.ts";
import type { ApiFailure } from "../../platform/errors.ts";
import { widerNetwork, widerShare } from "../../platform/http/callers/caller-address.ts";
import {
  countHit,
  countOnce,
  isMarked,
  markBucket,
  rateLimited,
  uncountCall,
} from "../../platform/http/callers/rate-limit.ts";
import { findDiscount } from "./find-discount.ts";

/** Wrong codes that one address may try in a store in a window of so many seconds; the network around an IPv6 one has more. */
export const codeAttempts = 10;
const windowSeconds = 15 * 60;

/** For the shopper, whether the code is right or wrong. */
export const tooManyCodesText = `Too many attempts. Wait up to ${windowSeconds / 60} minutes and enter the code again.`;

export function tooManyCodes(): ApiFailure {
  return rateLimited(tooManyCodesText, windowSeconds);
}

/**
 * Whether a code may be looked at: asked by every call that takes one. A wrong code counts once, however often a page
 * sends it; one that was right is taken back, and stays usable for this address. Counted before it is looked at, so that
 * of many at once no more than allowed are looked at. Not for a transaction: it uses connections of its own.
 */
export async function mayTryCode(ctx: Context, sent: string | undefined): Promise<boolean> {
  const code = sent?.trim().toUpperCase() ?? "";
  if (code === "") return true;
  const { app } = ctx.services.database;
  const [all, one, right] = ["all", `tried ${code}`, `right ${code}`].map((what) =>
    bucketOf(ctx, what),
  ) as [string, string, string];
  if (await isMarked(app, right, windowSeconds)) return true;
  const counted = await countOnce(app, all, one, windowSeconds);
  if (counted.total > codeAttempts) return false;
  const wider = widerNetwork(ctx.caller.address);
  const allWider = wider === null ? null : bucketOf(ctx, "all", wider);
  // What is right is uncounted below, so that a network's shoppers use up none of it.
  if (allWider !== null && counted.isFirst) {
    const total = await countHit(app, allWider, windowSeconds);
    if (total > codeAttempts * widerShare) return false;
  }
  const discount = await findDiscount(ctx.catalogue, ctx.store.id, code);
  // One that is switched off is answered as an unknown one, so it counts as one.
  if (discount?.active !== true) return true;
  await markBucket(app, right, windowSeconds);
  if (counted.isFirst)
    for (const bucket of [all, ...(allWider === null ? [] : [allWider])])
      await uncountCall(app, bucket, windowSeconds);
  return true;
}

/** Neither address nor code is kept. */
function bucketOf(
  { services, store, caller }: Context,
  what: string,
  address = caller.address,
): string {
  const named = JSON.stringify([store.id, address, what]);
  const hash = createHmac("sha256", services.key("code attempts")).update(named);
  return `discount code ${hash.digest("base64url")}`;
}
