import type { Minor } from "@vetrina/contract/money";
import {
  type Application,
  applyDiscounts,
  coveredLines,
  type DiscountedLine,
} from "./apply-discounts.ts";
import { type Buyer, checkDiscount, type Discount, type DiscountCheck } from "./discount.ts";

/** What remains to pay before tax: the discounted subtotal and shipping. */
type Rest = (subtotal: Minor, isShippingFree: boolean) => Minor;

/** The discounts used, in the order in which they were applied, and why each of the others was not. */
export type Chosen = {
  applied: Application[];
  /** Keyed by the discount's id. */
  checks: Map<string, DiscountCheck>;
};

type Candidate = { discount: Discount; covered: number[] };

/**
 * Checks all discounts and chooses those to use: all that can be combined, or one that can't. The rules are in
 * docs/architecture/pricing.md.
 */
export function chooseDiscounts(
  lines: readonly DiscountedLine[],
  discounts: readonly Discount[],
  { buyer, now, restOf }: { buyer: Buyer; now: Date; restOf: Rest },
): Chosen {
  const checks: Chosen["checks"] = new Map();
  const candidates: Candidate[] = [];
  for (const discount of discounts) {
    let covered: number[] = [];
    const coveredOf = () => sumOf(lines, (covered = coveredLines(discount, lines)));
    const check = checkDiscount(discount, { coveredOf, buyer, now });
    checks.set(discount.id, check);
    if (check.ok) candidates.push({ discount, covered });
  }
  const choice = bestOf(choicesOf(candidates), lines, restOf);
  for (const { discount } of candidates)
    if (!choice.applied.some((one) => one.discount === discount))
      checks.set(discount.id, { ok: false, reason: "combination" });
  return { applied: choice.applied, checks };
}

/** Whether shipping is free because of one of these discounts. */
export function freesShipping(applied: readonly Application[]): boolean {
  return applied.some(({ discount }) => discount.type === "FREE_SHIPPING");
}

function choicesOf(candidates: readonly Candidate[]): Candidate[][] {
  const combined = candidates.filter(({ discount }) => discount.combines);
  const alone = candidates.filter(({ discount }) => !discount.combines).map((each) => [each]);
  const choices = combined.length > 0 ? [combined, ...alone] : alone;
  const top = Math.max(...choices.map(priorityOf));
  return choices.filter((choice) => priorityOf(choice) === top);
}

type Choice = {
  applied: Application[];
  rest: Minor;
  hasCode: boolean;
  isAlone: boolean;
  id: string;
};

function bestOf(
  choices: readonly Candidate[][],
  lines: readonly DiscountedLine[],
  restOf: Rest,
): Pick<Choice, "applied"> {
  const subtotal = lines.reduce((sum, { total }) => sum + total, 0);
  const [best] = choices
    .map((candidates): Choice => {
      const applied = applyDiscounts(lines, candidates);
      const discount = applied.reduce((sum, { amount }) => sum + amount, 0);
      return {
        applied,
        rest: choices.length === 1 ? 0 : restOf(subtotal - discount, freesShipping(applied)),
        hasCode: candidates.some((each) => each.discount.code !== null),
        isAlone: candidates.some((each) => !each.discount.combines),
        id: candidates[0]?.discount.id ?? "",
      };
    })
    .toSorted(
      (a, b) =>
        a.rest - b.rest ||
        Number(b.hasCode) - Number(a.hasCode) ||
        Number(a.isAlone) - Number(b.isAlone) ||
        (a.id < b.id ? -1 : 1),
    );
  return best ?? { applied: [] };
}

function priorityOf(choice: readonly Candidate[]): number {
  return Math.max(...choice.map(({ discount }) => discount.priority));
}

function sumOf(lines: readonly DiscountedLine[], covered: readonly number[]) {
  let subtotal = 0;
  let units = 0;
  for (const index of covered) {
    subtotal += lines[index]?.total ?? 0;
    units += lines[index]?.quantity ?? 0;
  }
  return { subtotal, units };
}
