import { createHmac } from "node:crypto";
import type { Context } from "../../platform/context.ts";
import { widerNetwork, widerShare } from "../../platform/http/callers/caller-address.ts";
import { countHit, countOnce } from "../../platform/http/callers/rate-limit.ts";
import { mailboxOf } from "../../platform/mail/mailbox.ts";

/**
 * Maximum number of mailboxes per day that guests at one IP address may enter to get discounts that depend on the
 * customer. Limited, because anyone can enter any email. A surrounding IPv6 network has a higher limit.
 */
export const guestClaims = 20;
const daySeconds = 24 * 60 * 60;

/**
 * Whether a guest may order with a discount that depends on the customer. Counts the mailbox even if the discount is
 * then rejected, because the rejection reveals whether the email has ordered before. Not for transactions: it uses its
 * own connections.
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

/**
 * Returns the name of a counter, with a keyed hash so that neither the IP address nor the email is stored.
 * door.sweep_away deletes the counter after a day.
 */
function bucketOf(
  { services, store, caller }: Context,
  what: string,
  address = caller.address,
): string {
  const named = JSON.stringify([store.id, address, what]);
  const hash = createHmac("sha256", services.key("guest claims")).update(named);
  return `daily guest claims ${hash.digest("base64url")}`;
}
