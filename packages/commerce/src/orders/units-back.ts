/**
 * What happened to units of an order item. A parcel is packed and then sent, or unpacked. `restock` says how many units
 * of a parcel that came back are on sale, and whether staff put refunded units on sale.
 */
export type UnitEvent =
  | { kind: "packed"; shipmentId: string; units: number }
  | { kind: "sent" | "unpacked"; shipmentId: string }
  | { kind: "returned"; shipmentId: string; restock: number }
  | { kind: "refunded"; units: number; restock: boolean };

/** How many of an item's units may be on sale again, and how many of these are owed to the buyer all the same. */
export type UnitsBack = { back: number; owed: number };

/** Units of an item that had the same history. */
type Lot = {
  units: number;
  /** The shipment that the units were packed for; null if they are in none. */
  shipmentId: string | null;
  isSent: boolean;
  isReturned: boolean;
  isRefunded: boolean;
  isBack: boolean;
};

/**
 * Counts an item's units that may be on sale again, from its events in the order of time. A unit counts once, even if
 * both its parcel and its refund put it back.
 *
 * A refund doesn't say which units it is for. It takes units that came back, then unsent ones, then others. A unit that
 * comes back later takes over the refund of another unit that is with the buyer, or of an unsent one, which is then owed
 * to the buyer again (see unitsToShip). Of several such units, those that are on sale already are taken. An unsent one
 * stays on sale, unless the unit that came back is put back in its place, and leaves the stock when it is packed.
 */
export function unitsBack(quantity: number, events: readonly UnitEvent[]): UnitsBack {
  const state = { isSent: false, isReturned: false, isRefunded: false, isBack: false };
  const lots: Lot[] = [{ units: quantity, shipmentId: null, ...state }];
  for (const event of events) apply(lots, event);
  const back = lots.filter(({ isBack }) => isBack);
  const owed = back.filter((lot) => lot.shipmentId === null && !lot.isRefunded);
  return { back: unitsIn(back), owed: unitsIn(owed) };
}

function apply(lots: Lot[], event: UnitEvent): void {
  if (event.kind === "packed") return pack(lots, event);
  if (event.kind === "returned") return takeBack(lots, event);
  if (event.kind === "refunded") return refund(lots, event);
  const inside = lots.filter(({ shipmentId }) => shipmentId === event.shipmentId);
  for (const lot of inside)
    if (event.kind === "sent") lot.isSent = true;
    else lot.shipmentId = null;
}

function pack(lots: Lot[], { shipmentId, units }: { shipmentId: string; units: number }): void {
  const rankOf = (lot: Lot) =>
    lot.shipmentId === null ? 2 * Number(lot.isRefunded) + Number(lot.isBack) : null;
  for (const lot of take(lots, units, rankOf))
    Object.assign(lot, { shipmentId, isBack: lot.isBack && lot.isRefunded });
}

function takeBack(
  lots: Lot[],
  { shipmentId, restock }: { shipmentId: string; restock: number },
): void {
  const isHere = (lot: Lot) => lot.shipmentId === shipmentId && !lot.isReturned;
  const isElsewhere = (lot: Lot) => lot.isRefunded && !lot.isReturned && !isHere(lot);
  const missing = () =>
    Math.max(0, restock - unitsIn(lots.filter((lot) => isHere(lot) && lot.isBack)));
  const takeOver = (
    most: number,
    { isOnSale }: { isOnSale: boolean },
    rankOf: (lot: Lot) => number | null,
  ) => {
    const here = unitsIn(lots.filter((lot) => isHere(lot) && !lot.isRefunded));
    const rankOther = (lot: Lot) => (isElsewhere(lot) ? rankOf(lot) : null);
    for (const other of take(lots, Math.min(most, here), rankOther)) {
      const { isBack, units } = other;
      const same = (lot: Lot) => (isHere(lot) && !lot.isRefunded ? 0 : null);
      for (const lot of take(lots, units, same))
        Object.assign(lot, { isRefunded: true, isBack: isOnSale && isBack });
      Object.assign(other, { isRefunded: false, isBack: !isOnSale && isBack });
    }
  };
  const all = Number.MAX_SAFE_INTEGER;
  // A unit that the buyer has can't be on sale, so the refund put back the one that came back.
  takeOver(all, { isOnSale: true }, (lot) =>
    lot.shipmentId === null ? null : Number(!lot.isBack),
  );
  const unsent = (lot: Lot) => (lot.shipmentId === null ? Number(!lot.isBack) : null);
  takeOver(missing(), { isOnSale: true }, (lot) => (lot.isBack ? unsent(lot) : null));
  takeOver(all, { isOnSale: false }, unsent);
  // Units that a refund put back are among those that are on sale. A unit refunded without restock is the damaged one.
  const rankOf = (lot: Lot) => (isHere(lot) && !lot.isBack ? Number(lot.isRefunded) : null);
  for (const lot of take(lots, missing(), rankOf)) lot.isBack = true;
  for (const lot of lots.filter(isHere)) lot.isReturned = true;
}

function refund(lots: Lot[], { units, restock }: { units: number; restock: boolean }): void {
  const rankOf = (lot: Lot) => {
    if (lot.isRefunded) return null;
    const isOther = Number(lot.isBack !== restock);
    if (lot.isReturned) return isOther;
    if (lot.shipmentId === null) return 2 + isOther;
    // Packed units can't be refunded.
    return lot.isSent ? 4 : 5;
  };
  for (const lot of take(lots, units, rankOf))
    Object.assign(lot, { isRefunded: true, isBack: lot.isBack || restock });
}

/**
 * Returns lots with this many units together, or fewer if there are not enough, and splits a lot if necessary. Takes
 * those of the lowest rank first, and none whose rank is null.
 */
function take(lots: Lot[], units: number, rankOf: (lot: Lot) => number | null): Lot[] {
  const ranked = lots
    .flatMap((lot) => {
      const rank = rankOf(lot);
      return rank === null ? [] : [{ lot, rank }];
    })
    .toSorted((a, b) => a.rank - b.rank);
  const taken: Lot[] = [];
  let missing = units;
  for (const { lot } of ranked) {
    if (missing === 0) break;
    if (lot.units > missing) {
      lots.push({ ...lot, units: lot.units - missing });
      lot.units = missing;
    }
    missing -= lot.units;
    taken.push(lot);
  }
  return taken;
}

function unitsIn(lots: readonly Lot[]): number {
  return lots.reduce((sum, { units }) => sum + units, 0);
}
