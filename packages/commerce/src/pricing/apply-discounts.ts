import type { Minor } from "@vetrina/contract/money";
import { type Discount, type Give, type Scope, valueFor } from "./discount.ts";
import { allocate, partOf } from "./shares.ts";

/** A line of a cart as discounts see it. */
export type DiscountedLine = {
  unitPrice: Minor;
  quantity: number;
  total: Minor;
  isOnSale: boolean;
  productId: string | undefined;
  collections: readonly string[];
};

/** A discount that was applied: the amount taken off, and its share of each line. */
export type Application = { discount: Discount; amount: Minor; shares: Minor[] };

/** The indexes of the lines that a discount covers. */
export function coveredLines(
  { scope, excluded, excludesSales }: Discount,
  lines: readonly DiscountedLine[],
): number[] {
  const covered: number[] = [];
  const isForAll = isEmpty(scope);
  const inScope = inCollections(scope.collections, lines);
  const isExcluded = inCollections(excluded.collections, lines);
  for (const [index, line] of lines.entries())
    if (
      (isForAll || inScope(index) || isOf(scope.products, line)) &&
      !(excludesSales && line.isOnSale) &&
      !isExcluded(index) &&
      !isOf(excluded.products, line)
    )
      covered.push(index);
  return covered;
}

type Candidate = { discount: Discount; covered: readonly number[] };

/**
 * Applies the discounts by kind (rankOf), then by descending priority, each to the amounts that the previous ones left.
 */
export function applyDiscounts(
  lines: readonly DiscountedLine[],
  discounts: readonly Candidate[],
): Application[] {
  const rests = lines.map(({ total }) => total);
  const given = lines.map(() => 0);
  const ordered = discounts.toSorted(
    ({ discount: a }, { discount: b }) =>
      rankOf(a) - rankOf(b) || b.priority - a.priority || (a.id < b.id ? -1 : 1),
  );
  return ordered.map((candidate) => {
    const { discount } = candidate;
    const { amount, weights } = partTaken(lines, candidate, rests, given);
    const shares = amount === 0 ? lines.map(() => 0) : allocate(amount, weights);
    for (const [index, share] of shares.entries()) rests[index] = (rests[index] ?? 0) - share;
    return { discount, amount, shares };
  });
}

/**
 * The amount that a discount takes off if it is the only one. Its shares aren't allocated, because that would double
 * the work.
 */
export function amountAlone(lines: readonly DiscountedLine[], candidate: Candidate): Minor {
  const totals = lines.map(({ total }) => total);
  return partTaken(
    lines,
    candidate,
    totals,
    lines.map(() => 0),
  ).amount;
}

type Part = { amount: Minor; weights: Minor[] };

/**
 * What a discount takes off the amounts that earlier discounts left, and the weights that split it between lines. A
 * buy-X-get-Y discount doesn't give units that an earlier one has already given.
 */
function partTaken(
  lines: readonly DiscountedLine[],
  { discount, covered }: Candidate,
  rests: readonly Minor[],
  given: number[],
): Part {
  return discount.give
    ? giveUnits(lines, given, discount, discount.give, covered)
    : takeOff(rests, discount, covered, lines);
}

function takeOff(
  rests: readonly Minor[],
  discount: Discount,
  covered: readonly number[],
  lines: readonly DiscountedLine[],
): Part {
  const weights = rests.map(() => 0);
  let base = 0;
  let units = 0;
  for (const index of covered) {
    base += weights[index] = rests[index] ?? 0;
    units += lines[index]?.quantity ?? 0;
  }
  const value = valueFor(discount, units);
  switch (discount.type) {
    case "PERCENTAGE":
      return { amount: partOf(base, Math.min(value, 10_000)), weights };
    case "FIXED_AMOUNT":
      return { amount: Math.min(value, base), weights };
    case "FREE_SHIPPING":
      return { amount: 0, weights };
    default:
      return discount.type satisfies never;
  }
}

/** Applies a buy-X-get-Y discount, and adds the units that it gives to `given`. */
function giveUnits(
  lines: readonly DiscountedLine[],
  given: number[],
  discount: Discount,
  { buy, get, scope, times }: Give,
  covered: readonly number[],
): Part {
  const left = lines.map(({ quantity }, index) => quantity - (given[index] ?? 0));
  const from = scope === null ? [...covered] : coveredLines({ ...discount, scope }, lines);
  const cheapest = from.toSorted(
    (a, b) => (lines[a]?.unitPrice ?? 0) - (lines[b]?.unitPrice ?? 0) || a - b,
  );
  const toGive = cheapest.reduce((sum, index) => sum + (left[index] ?? 0), 0);
  // Each application leaves fewer units to buy, so a binary search finds the maximum number of applications.
  let low = 0;
  let high = Math.min(Math.floor(toGive / get), times ?? Infinity);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const units = unitsGiven(cheapest, left, middle * get);
    const unitsLeft = covered.reduce(
      (sum, index) => sum + (left[index] ?? 0) - (units[index] ?? 0),
      0,
    );
    if (unitsLeft >= middle * buy) low = middle;
    else high = middle - 1;
  }
  const units = unitsGiven(cheapest, left, low * get);
  const weights = lines.map(({ unitPrice }, index) => unitPrice * (units[index] ?? 0));
  for (const [index, count] of units.entries()) given[index] = (given[index] ?? 0) + count;
  const price = weights.reduce((sum, weight) => sum + weight, 0);
  return { amount: partOf(price, Math.min(discount.value, 10_000)), weights };
}

function unitsGiven(cheapest: readonly number[], left: readonly number[], count: number): number[] {
  const units = left.map(() => 0);
  let open = count;
  for (const index of cheapest) {
    const taken = Math.min(open, left[index] ?? 0);
    units[index] = taken;
    open -= taken;
  }
  return units;
}

function rankOf({ give, type }: Discount): number {
  if (give) return 0;
  return { PERCENTAGE: 1, FIXED_AMOUNT: 2, FREE_SHIPPING: 3 }[type];
}

function isEmpty({ products, collections }: Scope): boolean {
  return products.length === 0 && collections.length === 0;
}

function isOf(products: readonly string[], { productId }: DiscountedLine): boolean {
  return productId !== undefined && has(products, productId);
}

/** A bit set that has a bit for each line, 32 per number. */
type LineSet = Int32Array;
const linesOfCollections = new WeakMap<readonly DiscountedLine[], ReadonlyMap<string, LineSet>>();

/**
 * Returns a function that says whether the line at an index is in one of these collections. The lines' collections are
 * read once for all discounts, because a product can be in thousands.
 */
function inCollections(
  ids: readonly string[],
  lines: readonly DiscountedLine[],
): (index: number) => boolean {
  if (ids.length === 0) return () => false;
  let known = linesOfCollections.get(lines);
  if (known === undefined) linesOfCollections.set(lines, (known = linesByCollection(lines)));
  const all = new Int32Array(Math.ceil(lines.length / 32));
  for (const id of ids) {
    const found = known.get(id);
    if (found !== undefined) for (const [i, bits] of found.entries()) all[i] = (all[i] ?? 0) | bits;
  }
  return (index) => ((all[index >> 5] ?? 0) & (1 << (index & 31))) !== 0;
}

function linesByCollection(lines: readonly DiscountedLine[]): Map<string, LineSet> {
  const byCollection = new Map<string, LineSet>();
  for (const [index, { collections }] of lines.entries())
    for (const id of collections) {
      let found = byCollection.get(id);
      if (found === undefined)
        byCollection.set(id, (found = new Int32Array(Math.ceil(lines.length / 32))));
      found[index >> 5] = (found[index >> 5] ?? 0) | (1 << (index & 31));
    }
  return byCollection;
}

const fewIds = 16;
const sets = new WeakMap<readonly string[], ReadonlySet<string>>();

// Whether the list contains the id. Caches long lists as sets, because each cart looks up all its lines in the same
// lists.
function has(ids: readonly string[], id: string): boolean {
  if (ids.length <= fewIds) return ids.includes(id);
  let set = sets.get(ids);
  if (set === undefined) {
    set = new Set(ids);
    sets.set(ids, set);
  }
  return set.has(id);
}
