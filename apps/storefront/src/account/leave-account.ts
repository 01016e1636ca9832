import { markSignOut } from "../lib/account-session.ts";
import { browserApi } from "../lib/api.ts";
import { forgetWishlist } from "../wishlist/sync-wishlist.ts";
import { parseAttempt } from "../order/attempt.ts";
import { forgetUnpaid } from "../order/unpaid-orders.ts";
import { attemptKey, draftKey, lastOrderKey, readSession, writeSession } from "../draft/session.ts";
import { forgetAllTyped } from "./typed-form.ts";

/**
 * Ends the session in the browser and at the server, and removes everything that would show the next person who it
 * was. The cart stays.
 */
export async function leaveAccount(slug: string): Promise<void> {
  const { orders, users } = await browserApi();
  const orderId = parseAttempt(readSession(attemptKey(slug)))?.orderId;
  // Releases the held units now, before the hold expires. A paid order isn't affected.
  if (orderId) {
    await orders.cancelOrder({ id: orderId }).catch(() => {});
    forgetUnpaid(slug, orderId);
  }
  await users.logout({}).catch(() => {});
  for (const key of [draftKey, attemptKey, lastOrderKey]) writeSession(key(slug), null);
  forgetAllTyped();
  try {
    localStorage.removeItem(`vetrina:${slug}:searches`);
  } catch {}
  forgetWishlist(slug);
  markSignOut();
}
