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
import { findDiscount } from "./read-discounts.ts";

/**
 * Maximum number of wrong codes per IP address in one window, and the window in seconds. A surrounding IPv6 network has
 * a higher limit.
 */
export const codeAttempts = 10;
const windowSeconds = 15 * 60;

/** Shown to the shopper whether the code is right or wrong, so that it reveals nothing about the code. */
export const tooManyCodesText = `Too many attempts. Wait up to ${windowSeconds / 60} minutes and enter the code again.`;

export function tooManyCodes(): ApiFailure {
  return rateLimited(tooManyCodesText, windowSeconds);
}

/**
 * Whether the caller's IP address may try the code; call it before each check. Each distinct wrong code counts once. A
 * right code isn't counted and stays allowed for the rest of the window. Counts before checking, so that concurrent
 * calls can't exceed the limit. Not for transactions, because it uses its own connections.
 */
export async function mayTryCode(ctx: Context, sent: string | undefined): Promise<boolean> {
  const code = sent?.trim().toUpperCase() ?? "";
  if (code === "") return true;
  const { app } = ctx.services.database;
  const [all, one, right] = ["all", `tried ${code}`, `right ${code}`].map((what) =>
    bucketOf(ctx, what),
  ) as [string, string, string];
  if (await isMarked(ctx.lookups, right, windowSeconds)) return true;
  const counted = await countOnce(app, all, one, windowSeconds);
  if (counted.total > codeAttempts) return false;
  const wider = widerNetwork(ctx.caller.address);
  const allWider = wider === null ? null : bucketOf(ctx, "all", wider);
  // Counts for the network, too. If the code is right, both counts are undone below.
  if (allWider !== null && counted.isFirst) {
    const total = await countHit(app, allWider, windowSeconds);
    if (total > codeAttempts * widerShare) return false;
  }
  const discount = await findDiscount(ctx.catalogue, ctx.store.id, code);
  // An inactive code gets the same response as an unknown one, so it counts as a wrong code.
  if (discount?.active !== true) return true;
  await markBucket(app, right, windowSeconds);
  if (counted.isFirst)
    for (const bucket of [all, ...(allWider === null ? [] : [allWider])])
      await uncountCall(app, bucket, windowSeconds);
  return true;
}

/** Returns the name of a counter, with a keyed hash so that neither the IP address nor the code is stored. */
function bucketOf(
  { services, store, caller }: Context,
  what: string,
  address = caller.address,
): string {
  const named = JSON.stringify([store.id, address, what]);
  const hash = createHmac("sha256", services.key("code attempts")).update(named);
  return `discount code ${hash.digest("base64url")}`;
}
