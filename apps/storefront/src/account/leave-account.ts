import { storageKey } from "@vetrina/commerce/constants";
import { markSignOut } from "../lib/account-session.ts";
import { browserApi } from "../lib/api.ts";
import { forgetWishlist } from "../wishlist/sync-wishlist.ts";
import { parseAttempt } from "../order/attempt.ts";
import { forgetUnpaid } from "../order/unpaid-orders.ts";
import { setDiscountCode } from "../draft/discount-code.ts";
import { readSession, writeSession } from "../draft/session.ts";
import { forgetReturnPath } from "./return-path.ts";
import { forgetAllTyped } from "./typed-form.ts";

/**
 * Ends the session in the browser and on the server, and removes everything stored that the browser's next user would
 * see of this one: what they typed, such as a discount code, searched, saved or looked at. The cart's lines are kept.
 */
export async function leaveAccount(slug: string): Promise<void> {
  const { orders, users } = await browserApi();
  const orderId = parseAttempt(readSession(storageKey(slug, "checkout-attempt")))?.orderId;
  // Releases the order's units immediately instead of when the hold expires. Cancels only an unpaid order, because it
  // may have been paid in another tab.
  if (orderId) {
    await orders.cancelOrder({ id: orderId, body: { unpaidOnly: true } }).catch(() => {});
    forgetUnpaid(slug, orderId);
  }
  await users.logout({}).catch(() => {});
  for (const name of ["checkout", "checkout-attempt", "last-order"] as const)
    writeSession(storageKey(slug, name), null);
  forgetAllTyped();
  try {
    localStorage.removeItem(storageKey(slug, "searches"));
  } catch {}
  forgetWishlist(slug);
  setDiscountCode(slug, "");
  forgetReturnPath(slug);
  markSignOut();
}
