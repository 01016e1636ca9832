/**
 * What happened to units of an order item. A parcel is packed and then sent, or unpacked. For a returned parcel,
 * `restock` is how many of its units are then in stock; for a refund, whether staff put the refunded units in stock.
 */
export type UnitEvent =
  | { kind: "packed"; shipmentId: string; units: number }
  | { kind: "sent" | "unpacked"; shipmentId: string }
  | { kind: "returned"; shipmentId: string; restock: number }
  | { kind: "refunded"; units: number; restock: boolean };

/** How many of an item's units may be in stock again, and how many of these are still owed to the buyer. */
export type UnitsBack = { back: number; owed: number };

/** Units of an item that had the same history. */
type Lot = {
  units: number;
  /** The shipment that the units were packed for; null if they are in none. */
  shipmentId: string | null;
  isSent: boolean;
  isReturned: boolean;
  isRefunded: boolean;
  /** What put the units in stock: a refund, or their parcel alone; null if they aren't in stock. */
  back: "parcel" | "refund" | null;
};

/**
 * Counts an item's units that may be in stock again, from its events in chronological order. A unit counts once, even
 * if both its parcel and its refund put it back.
 *
 * A refund doesn't name its units. It is matched with units that came back, then with unsent ones, then with others.
 * Units that come back later take over refunds from units that the buyer still has or that were never sent. An unsent
 * unit that loses its refund is owed to the buyer again.
 *
 * A refund with `restock` may match only units that the buyer still has. It is then assumed to have put back units that
 * a parcel already put in stock, if there are any.
 */
export function unitsBack(quantity: number, events: readonly UnitEvent[]): UnitsBack {
  const state = { isSent: false, isReturned: false, isRefunded: false, back: null };
  const lots: Lot[] = [{ units: quantity, shipmentId: null, ...state }];
  for (const event of events) apply(lots, event);
  const back = lots.filter((lot) => lot.back !== null);
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
    lot.shipmentId === null ? 2 * Number(lot.isRefunded) + Number(isInStock(lot)) : null;
  for (const lot of take(lots, units, rankOf))
    Object.assign(lot, { shipmentId, back: lot.isRefunded ? lot.back : null });
}

function takeBack(
  lots: Lot[],
  { shipmentId, restock }: { shipmentId: string; restock: number },
): void {
  const isHere = (lot: Lot) => lot.shipmentId === shipmentId && !lot.isReturned;
  const isElsewhere = (lot: Lot) => lot.isRefunded && !lot.isReturned && !isHere(lot);
  const missing = () =>
    Math.max(0, restock - unitsIn(lots.filter((lot) => isHere(lot) && isInStock(lot))));
  const takeOver = (
    most: number,
    { takesPlace }: { takesPlace: boolean },
    rankOf: (lot: Lot) => number | null,
  ) => {
    const here = unitsIn(lots.filter((lot) => isHere(lot) && !lot.isRefunded));
    const rankOther = (lot: Lot) => (isElsewhere(lot) ? rankOf(lot) : null);
    for (const other of take(lots, Math.min(most, here), rankOther)) {
      const { back, units } = other;
      const same = (lot: Lot) => (isHere(lot) && !lot.isRefunded ? 0 : null);
      for (const lot of take(lots, units, same))
        Object.assign(lot, { isRefunded: true, back: takesPlace ? back : null });
      Object.assign(other, { isRefunded: false, back: takesPlace ? null : back });
    }
  };
  const all = Number.MAX_SAFE_INTEGER;
  // A refund can't have restocked a unit that the buyer still has. If a refund restocked one, that unit counts as one
  // of those that come back now.
  takeOver(all, { takesPlace: true }, (lot) =>
    lot.shipmentId === null ? null : Number(!isInStock(lot)),
  );
  const unsent = (lot: Lot) => (lot.shipmentId === null ? Number(!isInStock(lot)) : null);
  takeOver(missing(), { takesPlace: true }, (lot) => (isInStock(lot) ? unsent(lot) : null));
  takeOver(all, { takesPlace: false }, unsent);
  // Units that a refund already put in stock count toward `restock`. Units refunded without restock are taken last,
  // because they are probably the damaged ones.
  const rankOf = (lot: Lot) => (isHere(lot) && !isInStock(lot) ? Number(lot.isRefunded) : null);
  for (const lot of take(lots, missing(), rankOf)) lot.back = "parcel";
  for (const lot of lots.filter(isHere)) lot.isReturned = true;
}

function refund(lots: Lot[], { units, restock }: { units: number; restock: boolean }): void {
  const rankOf = (lot: Lot) => {
    if (lot.isRefunded) return null;
    const isOther = Number(isInStock(lot) !== restock);
    if (lot.isReturned) return isOther;
    if (lot.shipmentId === null) return 2 + isOther;
    // Packed units can't be refunded, so they come last.
    return lot.isSent ? 4 : 5;
  };
  const refunded = take(lots, units, rankOf);
  for (const lot of refunded) lot.isRefunded = true;
  if (!restock) return;
  const ofBuyer = new Set(refunded.filter((lot) => lot.isSent && !lot.isReturned));
  for (const lot of refunded) if (!ofBuyer.has(lot)) lot.back = "refund";
  const meant = take(lots, unitsIn([...ofBuyer]), (lot) => (lot.back === "parcel" ? 0 : null));
  for (const lot of meant) lot.back = "refund";
  const others = unitsIn([...ofBuyer]) - unitsIn(meant);
  for (const lot of take(lots, others, (one) => (ofBuyer.has(one) ? 0 : null))) lot.back = "refund";
}

function isInStock({ back }: Lot): boolean {
  return back !== null;
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
