import type { CollectionRule } from "@vetrina/contract/catalogue/collections";
import { readAmount, toMajor } from "@vetrina/commerce/money";
import { invalidField } from "../../platform/errors.ts";

type Bounds = { from?: number | undefined; below?: number | undefined };
type StoredRule = Omit<CollectionRule, "price"> & { price?: { from?: number; below?: number } };

/** Converts a rule to its stored form in minor units. null becomes {}. Throws VALIDATION_FAILED for invalid amounts. */
export function toStoredRule(rule: CollectionRule | null, currency: string): StoredRule {
  if (rule === null) return {};
  const { price, ...rest } = rule;
  if (price === undefined) return rest;
  return { ...rest, price: inBounds(price, (amount, side) => minor(amount, side, currency)) };
}

export function ruleToWire(
  { price, ...rest }: StoredRule,
  currency: string,
): CollectionRule | null {
  if (price !== undefined)
    return { ...rest, price: inBounds(price, (amount) => toMajor(amount, currency)) };
  return Object.keys(rest).length === 0 ? null : rest;
}

/**
 * Inserts the products, in their order, at index `at`, and moves those already listed there. Without `at`, listed
 * products stay in place and the others are added at the end.
 */
export function placeProducts(
  present: readonly string[],
  products: readonly string[],
  at: number | undefined,
): string[] {
  if (at === undefined) {
    const there = new Set(present);
    return [...present, ...products.filter((id) => !there.has(id))];
  }
  const moved = new Set(products);
  const others = present.filter((id) => !moved.has(id));
  return [...others.slice(0, at), ...products, ...others.slice(at)];
}

/** The gap between positions, in which other products can be placed without rewriting their neighbors' positions. */
const space = 65_536;
/** The maximum of PostgreSQL's integer type. */
const maxPosition = 2_147_483_647;

/**
 * Returns the positions of a collection's products in this order. Products that aren't moved keep their positions if
 * the gaps between them are large enough. Otherwise, all products get new positions.
 */
export function positionsOf(
  products: readonly string[],
  present: ReadonlyMap<string, number>,
  moved: ReadonlySet<string>,
): number[] {
  const evenly = () => products.map((_, at) => (at + 1) * space);
  const known = products.map((id) => (moved.has(id) ? undefined : present.get(id)));
  const positions: number[] = [];
  let last: number | undefined;
  while (positions.length < known.length) {
    let count = 0;
    let end: number | undefined;
    for (let next = positions.length; next < known.length && end === undefined; next += 1) {
      end = known[next];
      if (end === undefined) count += 1;
    }
    const from: number = last ?? (end ?? (count + 1) * space) - (count + 1) * space;
    const until = end ?? from + (count + 1) * space;
    const step = Math.floor((until - from) / (count + 1));
    if (step < 1 || Math.max(-from, until) > maxPosition) return evenly();
    for (let i = 1; i <= count; i += 1) positions.push(from + i * step);
    if (end !== undefined) positions.push(end);
    last = positions.at(-1);
  }
  return positions;
}

function inBounds(
  { from, below }: Bounds,
  convert: (amount: number, side: string) => number,
): { from?: number; below?: number } {
  return {
    ...(from === undefined ? {} : { from: convert(from, "from") }),
    ...(below === undefined ? {} : { below: convert(below, "below") }),
  };
}

function minor(amount: number, side: string, currency: string): number {
  const read = readAmount(amount, currency);
  if ("problem" in read) throw invalidField(`rule.price.${side}`, read.problem);
  return read.minor;
}
