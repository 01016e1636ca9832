import { markSignOut } from "../lib/account-session.ts";
import { browserApi } from "../lib/api.ts";
import { forgetWishlist } from "../wishlist/sync-wishlist.ts";
import { parseAttempt } from "../order/attempt.ts";
import { forgetUnpaid } from "../order/unpaid-orders.ts";
import { attemptKey, draftKey, lastOrderKey, readSession, writeSession } from "../draft/session.ts";
import { forgetAllTyped } from "./typed-form.ts";

/** Ends the session here and at the server, with everything that would show the next person who it was. The cart stays. */
export async function leaveAccount(slug: string): Promise<void> {
  const { orders, users } = await browserApi();
  const orderId = parseAttempt(readSession(attemptKey(slug)))?.orderId;
  // Its units are free again at once, not when its hold ends; one that is paid stays as it is.
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
