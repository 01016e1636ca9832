import { dependsOnBuyer } from "@vetrina/commerce/pricing/discount";
import type { Context } from "../../platform/context.ts";
import { mayClaim } from "../discounts/guest-claims.ts";
import type { PricedOrder, PriceRequest } from "../pricing/price-order.ts";
import { BuyerRefused } from "./use-discounts.ts";

// A guest's email is not verified, so what is known about it must not show in a price. A guest is priced as a
// new customer, whoever the email belongs to, and the limits of the discounts are checked when the order is
// placed.

/** How a guest's order is tried: "ask" until a claim to discounts that depend on the customer is counted. */
export type GuestTerms = "ask" | PriceRequest["guest"];

class GuestClaim extends Error {
  override name = "GuestClaim";
}

/**
 * Places an order. If a guest's order claims discounts that depend on the customer, the claim is counted outside
 * of the transaction, and the order is placed with them. If they are refused, or too many were claimed, it is
 * placed without them.
 */
export async function asGuest<T>(
  ctx: Context,
  email: string | undefined,
  place: (guest: GuestTerms) => Promise<T>,
): Promise<T> {
  try {
    return await place("ask");
  } catch (error) {
    // A customer who is signed in, and has used the discount under another name of the mailbox.
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

/** How a guest is treated when the cart is priced; without an email, as "none". */
export function takenFor(
  ctx: Context,
  guest: GuestTerms,
  email: string | undefined,
): PriceRequest["guest"] {
  return guest === "none" || (email === undefined && ctx.signedIn === null) ? "none" : "unknown";
}

/** The price that the customer confirmed. This is the price without such discounts if that is the total sent. */
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
