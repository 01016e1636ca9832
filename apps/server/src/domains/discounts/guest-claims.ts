import { createHmac } from "node:crypto";
import type { Context } from "../../platform/context.ts";
import { widerNetwork, widerShare } from "../../platform/http/callers/caller-address.ts";
import { countHit, countOnce } from "../../platform/http/callers/rate-limit.ts";
import { mailboxOf } from "../../platform/mail/mailbox.ts";

/**
 * For how many mailboxes a day one address may order as a guest with discounts that depend on the customer,
 * because anyone can enter an email. The surrounding IPv6 network may order for more.
 */
export const guestClaims = 20;
const daySeconds = 24 * 60 * 60;

/**
 * Whether a guest may still order with such a discount. Counts the mailbox before the order is tried, even if
 * the discount is then refused, so that few responses reveal who has bought here. Not for use in a transaction,
 * because it takes connections of its own.
 */
export async function mayClaim(ctx: Context, email: string): Promise<boolean> {
  const { app } = ctx.services.database;
  const one = bucketOf(ctx, `mailbox ${mailboxOf(email)}`);
  const { total, isFirst } = await countOnce(app, bucketOf(ctx, "all"), one, daySeconds);
  if (total > guestClaims) return false;
  const wider = widerNetwork(ctx.caller.address);
  if (wider === null || !isFirst) return true;
  return (await countHit(app, bucketOf(ctx, "all", wider), daySeconds)) <= guestClaims * widerShare;
}

/** A keyed hash, so that neither address nor email is stored. Kept for a day (door.sweep_away). */
function bucketOf(
  { services, store, caller }: Context,
  what: string,
  address = caller.address,
): string {
  const named = JSON.stringify([store.id, address, what]);
  const hash = createHmac("sha256", services.key("guest claims")).update(named);
  return `daily guest claims ${hash.digest("base64url")}`;
}
