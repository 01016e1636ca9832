import type { Context, Transaction } from "../../platform/context.ts";
import { countHitIn } from "../../platform/http/callers/rate-limit.ts";

const aDay = 24 * 60 * 60;

/**
 * Maximum kilobytes of product text per day, with translations, for which the bulk edits of one owner's stores may
 * rewrite search words.
 */
export const maxProseOfDay = 1_000_000;

/** Thrown if the bulk edits of the owner's stores have reached `maxProseOfDay`. */
export class ProseUsedUp extends Error {
  override name = "ProseUsedUp";
}

/** Counts the bytes of text for which a step is about to rewrite the search words. Throws ProseUsedUp. */
export async function countProse(tx: Transaction, ctx: Context, bytes: number): Promise<void> {
  const weight = Math.ceil(bytes / 1024);
  if (weight === 0) return;
  const bucket = `words of bulk edits of ${ctx.store.owner}`;
  const counted = await countHitIn(tx, bucket, aDay, weight);
  if (counted - weight >= maxProseOfDay)
    throw new ProseUsedUp("the owner's bulk edits have reached the daily limit for product text");
}
