import type { Minor } from "@vetrina/contract/money";
import type { Totals, TraceStep } from "../pricing/price-cart.ts";
import { allocate, fractionOf, shareOfUnits } from "../pricing/shares.ts";

/** The amounts of an order's line. `price * quantity` is its total before the discount. */
export type LineAmounts = {
  price: Minor;
  quantity: number;
  discount: Minor;
  /** Tax added to the discounted total. */
  tax: Minor;
  /** Tax that the discounted total includes. */
  taxIncluded: Minor;
};

/** The steps of an order's calculation, except those of its lines. */
export type OrderStep = Exclude<TraceStep, { kind: "LINE" }>;

/**
 * Maximum number of steps of an order. A cart has at most 100 discounts and 100 taxes, and each change can add more.
 * Each discount and tax stores a share for every line.
 */
export const maxOrderSteps = 250;

/** An order's amounts. subtotal - discount + shipping + tax = total, always. */
export type OrderAmounts = Pick<
  Totals,
  "subtotal" | "discount" | "shipping" | "tax" | "taxIncluded" | "shippingTax" | "total"
>;

/**
 * What a change does with a line's units. The first `kept` units stay, each number in `moved` is split off as a line of
 * its own at the price that was charged, and the rest are removed.
 */
export type LineChange = { kept: number; moved: readonly number[] };

/** A line after a change. `from` is the index of the line that its units came from. */
export type ChangedLine = LineAmounts & { from: number; isMoved: boolean };

export type ChangedOrder = {
  amounts: OrderAmounts;
  /** The lines that stay, in order, followed by those moved. Lines that the change adds come after these. */
  lines: ChangedLine[];
  steps: OrderStep[];
};

/**
 * Returns an order after a change. `changes` says which units stay, move or are removed; `added` has new lines, which
 * were priced separately. Units that stay or move keep their price and their exact shares of discounts and tax.
 */
export function changeOrder(
  order: { lines: readonly LineAmounts[]; amounts: OrderAmounts; steps: readonly OrderStep[] },
  changes: readonly LineChange[],
  added: Totals | null,
): ChangedOrder {
  const parts = order.lines.flatMap((line, from) =>
    partsOf(order.steps, line, from, changes[from]),
  );
  const ordered = [
    ...parts.filter(({ line }) => !line.isMoved),
    ...parts.filter(({ line }) => line.isMoved),
  ];
  const lines = ordered.map(({ line }) => line);
  const steps = order.steps.flatMap((step, i) => {
    const rest = restOfStep(step, i, order.lines, ordered);
    return isEmpty(rest) && !isEmpty(step) ? [] : [rest];
  });
  return {
    lines,
    amounts: addAmounts(restOfAmounts(order, lines), added),
    steps: added === null ? steps : addSteps(steps, lines.length, added),
  };
}

/** A part of a line that stays or moves. `shares` has its share of each step. */
type Part = { line: ChangedLine; shares: Minor[] };

/**
 * Splits a line into the parts that stay or move. Each part gets its units' exact share of the line's amounts and of
 * each step.
 */
function partsOf(
  steps: readonly OrderStep[],
  line: LineAmounts,
  from: number,
  change: LineChange | undefined,
): Part[] {
  const { kept, moved } = change ?? { kept: line.quantity, moved: [] };
  const left = steps.map((step) => ("shares" in step ? (step.shares[from] ?? 0) : 0));
  let after = 0;
  return [kept, ...moved].flatMap((quantity, i) => {
    if (quantity === 0) return [];
    const units = { after, count: quantity };
    after += quantity;
    if (after > line.quantity)
      throw new RangeError("The change takes more units than the line has.");
    const share = (amount: Minor) => shareOfUnits(amount, line.quantity, units);
    const included = (count: number) => taxIncludedIn(line, count);
    const part = {
      price: line.price,
      quantity,
      discount: share(line.discount),
      tax: share(line.tax),
      taxIncluded: included(after) - included(units.after),
      from,
      isMoved: i > 0,
    };
    const shares = steps.map(() => 0);
    for (const key of ["discount", "tax", "taxIncluded"] as const) {
      const of = steps.flatMap((step, n) => (amountOf(step) === key ? [n] : []));
      if (of.length === 0) continue;
      const parts = allocate(
        part[key],
        of.map((n) => left[n] ?? 0),
      );
      for (const [at, n] of of.entries()) {
        shares[n] = parts[at] ?? 0;
        left[n] = (left[n] ?? 0) - (parts[at] ?? 0);
      }
    }
    return [{ line: part, shares }];
  });
}

/** The tax that is included in the price of a line's first `count` units, in proportion to that price. */
function taxIncludedIn(line: LineAmounts, count: number): Minor {
  const net = (units: number) =>
    line.price * units - shareOfUnits(line.discount, line.quantity, { after: 0, count: units });
  return line.taxIncluded === 0 ? 0 : fractionOf(line.taxIncluded, net(count), net(line.quantity));
}

/** The name of the field that contains a line's share of the step; null if lines have no share of it. */
function amountOf(step: OrderStep): "discount" | "tax" | "taxIncluded" | null {
  if (step.kind === "DISCOUNT") return "discount";
  if (step.kind !== "TAX") return null;
  return step.isIncluded ? "taxIncluded" : "tax";
}

function restOfAmounts(
  { lines, amounts }: { lines: readonly LineAmounts[]; amounts: OrderAmounts },
  changed: readonly LineAmounts[],
): OrderAmounts {
  const less = (of: (line: LineAmounts) => Minor) => sum(lines, of) - sum(changed, of);
  const subtotal = amounts.subtotal - less(({ price, quantity }) => price * quantity);
  const discount = amounts.discount - less((line) => line.discount);
  const tax = amounts.tax - less((line) => line.tax);
  const { shipping, shippingTax } = amounts;
  return {
    subtotal,
    discount,
    shipping,
    tax,
    taxIncluded: amounts.taxIncluded - less((line) => line.taxIncluded),
    shippingTax,
    total: subtotal - discount + shipping + tax,
  };
}

function addAmounts(rest: OrderAmounts, added: Totals | null): OrderAmounts {
  if (added === null) return rest;
  return {
    subtotal: rest.subtotal + added.subtotal,
    discount: rest.discount + added.discount,
    shipping: rest.shipping + added.shipping,
    tax: rest.tax + added.tax,
    taxIncluded: rest.taxIncluded + added.taxIncluded,
    shippingTax: rest.shippingTax + added.shippingTax,
    total: rest.total + added.total,
  };
}

/** A step, reduced to the remaining units. A tax's base loses only units of lines that have a share of the tax. */
function restOfStep(
  step: OrderStep,
  index: number,
  lines: readonly LineAmounts[],
  parts: readonly Part[],
): OrderStep {
  if (step.kind !== "DISCOUNT" && step.kind !== "TAX") return step;
  const shares = parts.map((part) => part.shares[index] ?? 0);
  const less = sum(step.shares, (share) => share) - sum(shares, (share) => share);
  if (step.kind === "DISCOUNT") return { ...step, shares, amount: step.amount - less };
  const netOf = (line: LineAmounts, from: number) =>
    (step.shares[from] ?? 0) > 0 ? line.price * line.quantity - line.discount : 0;
  const gone = sum(lines, netOf) - sum(parts, ({ line }) => netOf(line, line.from));
  return { ...step, shares, amount: step.amount - less, base: step.base - gone };
}

/** Whether a step no longer has an effect. Such steps are dropped, because they would accumulate with each change. */
function isEmpty(step: OrderStep): boolean {
  if (step.kind === "DISCOUNT") return step.amount === 0 && step.offShipping === 0;
  return step.kind === "TAX" && step.amount === 0 && step.base === 0 && step.shippingShare === 0;
}

/** The amount that each of the order's discounts takes off after a change; 0 for those that no longer have a step. */
export function discountUses(
  before: readonly OrderStep[],
  after: readonly OrderStep[],
): { id: string; amount: Minor; offShipping: Minor }[] {
  const left = after.filter((step) => step.kind === "DISCOUNT");
  const gone = before.flatMap((step) =>
    step.kind === "DISCOUNT" && !left.some(({ id }) => id === step.id)
      ? [{ id: step.id, amount: 0, offShipping: 0 }]
      : [],
  );
  return [...left.map(({ id, amount, offShipping }) => ({ id, amount, offShipping })), ...gone];
}

/** Merges the added steps into those for the same discount, tax or shipping. Appends others that change an amount. */
function addSteps(steps: readonly OrderStep[], lines: number, added: Totals): OrderStep[] {
  const none = added.lines.map(() => 0);
  const more = added.trace.filter((step) => step.kind !== "LINE");
  const joined = steps.map((step): OrderStep => {
    const i = more.findIndex((other) => isSameStep(step, other));
    const [other] = i < 0 ? [] : more.splice(i, 1);
    return joinSteps(step, other, none);
  });
  const before = Array.from({ length: lines }, () => 0);
  const last = more.flatMap((step): OrderStep[] => {
    if (isEmpty(step)) return [];
    if ("shares" in step) return [{ ...step, shares: [...before, ...step.shares] }];
    return step.kind === "SHIPPING" && step.amount > 0 ? [step] : [];
  });
  return [...joined, ...last];
}

function isSameStep(one: OrderStep, other: OrderStep): boolean {
  if (one.kind === "DISCOUNT" && other.kind === "DISCOUNT") return one.id === other.id;
  if (one.kind === "TAX" && other.kind === "TAX")
    return (
      one.name === other.name &&
      one.jurisdiction === other.jurisdiction &&
      one.basisPoints === other.basisPoints &&
      one.isIncluded === other.isIncluded
    );
  return one.kind === other.kind;
}

function joinSteps(step: OrderStep, other: OrderStep | undefined, none: number[]): OrderStep {
  switch (step.kind) {
    case "DISCOUNT": {
      const more = other?.kind === "DISCOUNT" ? other : null;
      return {
        ...step,
        amount: step.amount + (more?.amount ?? 0),
        offShipping: step.offShipping + (more?.offShipping ?? 0),
        shares: [...step.shares, ...(more?.shares ?? none)],
      };
    }
    case "TAX": {
      const more = other?.kind === "TAX" ? other : null;
      return {
        ...step,
        base: step.base + (more?.base ?? 0),
        amount: step.amount + (more?.amount ?? 0),
        shares: [...step.shares, ...(more?.shares ?? none)],
        shippingShare: step.shippingShare + (more?.shippingShare ?? 0),
      };
    }
    case "SHIPPING":
      return { ...step, amount: step.amount + (other?.kind === "SHIPPING" ? other.amount : 0) };
    default:
      return step;
  }
}

function sum<T>(all: readonly T[], of: (one: T, i: number) => number): number {
  return all.reduce((total, one, i) => total + of(one, i), 0);
}
