/**
 * What happened to units of an order item. `restock` says how many units of a parcel that came back are on sale, and
 * whether staff put refunded units on sale.
 */
export type UnitEvent =
  | { kind: "sent"; shipmentId: string; units: number }
  | { kind: "returned"; shipmentId: string; restock: number }
  | { kind: "refunded"; units: number; restock: boolean };

/** Units of an item that had the same history. */
type Lot = {
  units: number;
  /** The shipment that the units were sent with; null if they weren't sent. */
  shipmentId: string | null;
  isReturned: boolean;
  isRefunded: boolean;
  isBack: boolean;
};

/**
 * Returns how many of an item's units may be on sale again, from its events in the order of time. A unit counts once,
 * even if both its parcel and its refund put it back.
 *
 * A refund doesn't say which units it is for. It takes units that came back, then unsent ones, then others. A unit that
 * comes back later takes over the refund of another unit that is with the buyer, or of an unsent one, which is then owed
 * to the buyer again (see unitsToShip). Of several such units, those that are on sale already are taken.
 */
export function unitsBack(quantity: number, events: readonly UnitEvent[]): number {
  const lots: Lot[] = [
    { units: quantity, shipmentId: null, isReturned: false, isRefunded: false, isBack: false },
  ];
  for (const event of events) {
    if (event.kind === "sent") send(lots, event);
    else if (event.kind === "returned") takeBack(lots, event);
    else refund(lots, event);
  }
  return unitsIn(lots.filter(({ isBack }) => isBack));
}

function send(lots: Lot[], { shipmentId, units }: { shipmentId: string; units: number }): void {
  const rankOf = (lot: Lot) => (lot.shipmentId === null ? Number(lot.isRefunded) : null);
  for (const lot of take(lots, units, rankOf)) lot.shipmentId = shipmentId;
}

function takeBack(
  lots: Lot[],
  { shipmentId, restock }: { shipmentId: string; restock: number },
): void {
  const isHere = (lot: Lot) => lot.shipmentId === shipmentId && !lot.isReturned;
  const unrefunded = unitsIn(lots.filter((lot) => isHere(lot) && !lot.isRefunded));
  const isElsewhere = (lot: Lot) => lot.isRefunded && !lot.isReturned && !isHere(lot);
  const others = take(lots, unrefunded, (lot) =>
    isElsewhere(lot) ? 2 * Number(lot.shipmentId === null) + Number(!lot.isBack) : null,
  );
  for (const other of others) {
    const { isBack } = other;
    const same = (lot: Lot) => (isHere(lot) && !lot.isRefunded ? 0 : null);
    for (const lot of take(lots, other.units, same))
      Object.assign(lot, { isRefunded: true, isBack });
    Object.assign(other, { isRefunded: false, isBack: false });
  }
  // Units that a refund put back are among those that are on sale. A unit refunded without restock is the damaged one.
  const missing = Math.max(0, restock - unitsIn(lots.filter((lot) => isHere(lot) && lot.isBack)));
  const rankOf = (lot: Lot) => (isHere(lot) && !lot.isBack ? Number(lot.isRefunded) : null);
  for (const lot of take(lots, missing, rankOf)) lot.isBack = true;
  for (const lot of lots.filter(isHere)) lot.isReturned = true;
}

function refund(lots: Lot[], { units, restock }: { units: number; restock: boolean }): void {
  const rankOf = (lot: Lot) => {
    if (lot.isRefunded) return null;
    if (lot.isReturned) return Number(lot.isBack !== restock);
    return lot.shipmentId === null ? 2 : 3;
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
