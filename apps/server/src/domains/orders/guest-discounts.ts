import { dependsOnBuyer } from "@vetrina/commerce/pricing/discount";
import type { Context } from "../../platform/context.ts";
import { mayClaim } from "../discounts/guest-claims.ts";
import type { PricedOrder, PriceRequest } from "../pricing/price-order.ts";
import { BuyerRefused } from "./use-discounts.ts";

// A guest's email is not verified, so prices must not reveal whether its owner has ordered before. Guests are therefore
// priced as new customers, and the limits on discounts are checked only when the order is placed.

/**
 * How discounts that depend on the customer apply to a guest's order (PriceRequest). "ask": if any applies, the guest's
 * claim must first be counted, so requireClaim throws.
 */
export type GuestTerms = "ask" | PriceRequest["guest"];

class GuestClaim extends Error {
  override name = "GuestClaim";
}

/**
 * Places an order by calling `place` with "ask". If that throws GuestClaim, counts the guest's claim and calls it with
 * "unknown". If the guest has made too many claims or the discounts are rejected, calls it with "none".
 */
export async function asGuest<T>(
  ctx: Context,
  email: string | undefined,
  place: (guest: GuestTerms) => Promise<T>,
): Promise<T> {
  try {
    return await place("ask");
  } catch (error) {
    // A signed-in customer can't use the discount, for example because another address of their mailbox used it.
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

/** Returns how a guest is treated when the cart is priced. A guest without an email is treated as "none". */
export function takenFor(
  ctx: Context,
  guest: GuestTerms,
  email: string | undefined,
): PriceRequest["guest"] {
  return guest === "none" || (email === undefined && ctx.signedIn === null) ? "none" : "unknown";
}

/**
 * Returns the price without the discounts that depend on the customer if only that price matches the total sent.
 * Otherwise, returns the price with them, which the caller must still compare with that total.
 */
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

/** Throws GuestClaim, which asGuest catches, if the guest's claim to discounts must be counted first. */
export function requireClaim(priced: PricedOrder, guest: GuestTerms, ctx: Context): void {
  if (guest === "ask" && ctx.signedIn === null && claims(priced)) throw new GuestClaim();
}

function claims({ totals }: PricedOrder): boolean {
  return totals.used.some(dependsOnBuyer);
}
