import { dependsOnBuyer } from "@vetrina/commerce/pricing/discount";
import type { Context } from "../../platform/context.ts";
import { mayClaim } from "../discounts/guest-claims.ts";
import type { PricedOrder, PriceRequest } from "../pricing/price-order.ts";
import { BuyerRefused } from "./use-discounts.ts";

// A guest's email is not proved, so what is known of it must not show in a price: a guest is priced as a new customer, whoever
// the email belongs to, and the limits of the discounts are checked where the order is placed.

/** How a guest's order is tried: "ask" before a claim to discounts that depend on who buys is counted. */
export type GuestTerms = "ask" | PriceRequest["guest"];

class GuestClaim extends Error {
  override name = "GuestClaim";
}

/**
 * Places an order. If a guest's order claims discounts that depend on who buys, the claim is counted outside of the
 * transaction, and the order placed with them; if they are refused, or too many were claimed, without them.
 */
export async function asGuest<T>(
  ctx: Context,
  email: string | undefined,
  place: (guest: GuestTerms) => Promise<T>,
): Promise<T> {
  try {
    return await place("ask");
  } catch (error) {
    // A customer who is signed in, and used the discount under another name of the mailbox.
    if (error instanceof BuyerRefused) return place("none");
    if (!(error instanceof GuestClaim) || email === undefined) throw error;
  }
  if (await mayClaim(ctx, email))
    try {
      return await place("unknown");
    } catch (error) {
      if (!(error instanceof BuyerRefused)) throw error;
    }
  return place("none");
}

/** What a guest is taken for when the cart is priced; without an email, for nobody. */
export function takenFor(
  ctx: Context,
  guest: GuestTerms,
  email: string | undefined,
): PriceRequest["guest"] {
  return guest === "none" || (email === undefined && ctx.signedIn === null) ? "none" : "unknown";
}

/** The price that the customer confirmed: that without such discounts where it is the total sent. */
export async function confirmedPrice(
  priced: PricedOrder,
  guest: GuestTerms,
  {
    isConfirmed,
    priceWithout,
  }: {
    isConfirmed: (priced: PricedOrder) => boolean;
    priceWithout: () => Promise<PricedOrder>;
  },
): Promise<PricedOrder> {
  if (guest !== "ask" || !claims(priced) || isConfirmed(priced)) return priced;
  const without = await priceWithout();
  return isConfirmed(without) ? without : priced;
}

/** Throws the signal to count a claim, which asGuest catches. */
export function requireClaim(priced: PricedOrder, guest: GuestTerms, ctx: Context): void {
  if (guest === "ask" && ctx.signedIn === null && claims(priced)) throw new GuestClaim();
}

function claims({ totals }: PricedOrder): boolean {
  return totals.used.some(dependsOnBuyer);
}
