import { holdLimits } from "../constants.ts";

/**
 * The units and orders that a caller holds in a store without having paid real money, and the store's stock: units on
 * hand plus allowed back-orders.
 */
export type Holds = {
  /** Number of unpaid orders. */
  orders: number;
  units: number;
  /** The store's units in a limited number of levels (levelsToCount); null if the caller would hold few units. */
  storeUnits: number | null;
  variants: Readonly<Record<string, { stock: number; held: number }>>;
  /** How often the caller's orders use the new order's limited discounts, whether automatic or with a code. */
  discounts: readonly { limit: number; uses: number }[];
  /** Units of the address's unpaid orders that recently expired or were canceled, and of its released test orders. */
  endedUnits: number;
  /**
   * What all addresses in the caller's wide IPv6 network hold together. All zeros if the caller isn't in such a
   * network.
   */
  network: { orders: number; units: number; endedUnits: number };
  /** Whether the order is free and in LIVE mode, so that its units are gone permanently. */
  isTaken: boolean;
};

/**
 * The limit that a rejected order would exceed. `max` is the number of units that the caller may still hold. For the
 * limits "orders" and "code", it is the limit itself.
 */
export type HoldRefusal =
  | { limit: "orders"; max: number }
  | { limit: "units"; max: number }
  | { limit: "variant"; variantId: string; max: number }
  /** Applies to a limited discount, whether automatic or with a code. */
  | { limit: "code"; max: number };

/**
 * How many levels to count for `storeUnits`. If that many have stock, the caller's share of the store's units already
 * reaches the limit on units, so counting more levels changes nothing.
 */
export const levelsToCount = Math.ceil(holdLimits.units / holdLimits.share);
/** levelsToCount for a wide IPv6 network. */
export const levelsToCountOfNetwork = levelsToCount * holdLimits.network;

/** The share of a limited discount's uses that one caller may hold; at least one use. */
const discountShare = 0.25;

/**
 * Returns the limit that would be exceeded if these lines were held too; null if none would be. A share of each variant
 * and of the whole store is reserved for other callers, but a few units may always be held, so that the last ones can
 * be bought. A wide network may hold more units than one address, but no larger shares.
 */
export function holdRefusalOf(
  holds: Holds,
  lines: readonly { variantId: string; quantity: number }[],
): HoldRefusal | null {
  const { orders, units, share, alwaysOfVariant, network } = holdLimits;
  if (holds.orders >= orders || holds.network.orders >= orders * network)
    return { limit: "orders", max: orders };
  const unitsOfNetwork = units * (holds.isTaken ? holdLimits.networkTaken : network);
  const left = Math.min(
    unitsLeft(units, holds.storeUnits, holds),
    unitsLeft(unitsOfNetwork, holds.storeUnits, holds.network),
  );
  if (unitsOf(lines) > left) return { limit: "units", max: Math.max(0, left) };
  for (const { variantId, quantity } of lines) {
    const { stock, held } = holds.variants[variantId] ?? { stock: 0, held: 0 };
    const ofVariant = shareOf(stock, share, alwaysOfVariant);
    if (held + quantity > ofVariant)
      return { limit: "variant", variantId, max: Math.max(0, ofVariant - held) };
  }
  for (const { limit, uses } of holds.discounts) {
    const ofDiscount = shareOf(limit, discountShare, 1);
    if (uses >= ofDiscount) return { limit: "code", max: ofDiscount };
  }
  return null;
}

export function unitsOf(lines: readonly { quantity: number }[]): number {
  return lines.reduce((sum, { quantity }) => sum + quantity, 0);
}

/**
 * How many more units may be held: a limit minus the units already held. The limit is `max` or, if lower, the caller's
 * share of the store's units. lessEnded() then reduces it.
 */
function unitsLeft(
  max: number,
  storeUnits: number | null,
  { units, endedUnits }: { units: number; endedUnits: number },
): number {
  const { share, alwaysOfStore } = holdLimits;
  const ofStore =
    storeUnits === null ? max : Math.min(max, shareOf(storeUnits, share, alwaysOfStore));
  return lessEnded(ofStore, endedUnits) - units;
}

/**
 * Lowers a limit for units of expired and canceled unpaid orders. Otherwise, a caller could hold the same units over
 * and over.
 */
function lessEnded(max: number, endedUnits: number): number {
  const { ended, alwaysBesideEnded } = holdLimits;
  return Math.max(Math.min(max, alwaysBesideEnded), max - Math.floor(endedUnits * ended));
}

function shareOf(stock: number, share: number, always: number): number {
  return Math.max(always, Math.floor(stock * share));
}
