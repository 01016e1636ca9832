import { holdLimits } from "./constants.ts";

/**
 * What a caller holds in a store without having paid real money, and what there is: units on hand, with those that may be
 * back-ordered.
 */
export type Holds = {
  /** Unpaid ones. */
  orders: number;
  units: number;
  /** Counted as far as `levelsToCount` goes; null where so few are wanted that it does not matter. */
  storeUnits: number | null;
  variants: Readonly<Record<string, { stock: number; held: number }>>;
  /** Of the discount code that the new order uses, where the code has a limit. */
  code: { limit: number; uses: number } | null;
  /** Of orders from the same address that ended unpaid a short while ago. */
  endedUnits: number;
  /** What all addresses of the wide IPv6 network around the caller's hold together; zeros for other callers. */
  network: { orders: number; units: number; endedUnits: number };
  /** Whether the order is free and in LIVE: what it takes is gone for good. */
  isTaken: boolean;
};

/** Why an order is not placed: how many of what it may still be of. */
export type HoldRefusal =
  | { limit: "orders"; max: number }
  | { limit: "units"; max: number }
  | { limit: "variant"; variantId: string; max: number }
  | { limit: "code"; max: number };

/** So many levels with stock in them hold so many units at least that the share of the store decides nothing. */
export const levelsToCount = Math.ceil(holdLimits.units / holdLimits.share);
/** The same for a wide IPv6 network. */
export const levelsToCountOfNetwork = levelsToCount * holdLimits.network;

/** Of a limited code's uses, one at least. */
const codeShare = 0.25;

/**
 * Whether a caller may hold these lines as well; null: they may. A share of a variant and of the whole store stays for
 * others, but a few units may always be held: somebody has to be able to buy the last ones. A wide network may hold more
 * units than one address, but no larger share.
 */
export function refuseHold(
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
  if (holds.code === null) return null;
  const ofCode = shareOf(holds.code.limit, codeShare, 1);
  return holds.code.uses < ofCode ? null : { limit: "code", max: ofCode };
}

export function unitsOf(lines: readonly { quantity: number }[]): number {
  return lines.reduce((sum, { quantity }) => sum + quantity, 0);
}

/** How many more may be held of those that the store has, where `max` may be held at a time. */
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

/** Whoever lets holds end and begins again holds less, or they could be renewed for ever. */
function lessEnded(max: number, endedUnits: number): number {
  const { ended, alwaysBesideEnded } = holdLimits;
  return Math.max(Math.min(max, alwaysBesideEnded), max - Math.floor(endedUnits * ended));
}

function shareOf(stock: number, share: number, always: number): number {
  return Math.max(always, Math.floor(stock * share));
}
