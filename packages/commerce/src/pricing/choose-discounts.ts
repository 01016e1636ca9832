import type { Minor } from "@vetrina/contract/money";
import {
  amountAlone,
  type Application,
  applyDiscounts,
  coveredLines,
  type DiscountedLine,
} from "./apply-discounts.ts";
import { type Buyer, checkDiscount, type Discount, type DiscountCheck } from "./discount.ts";

/** Calculates the amount left to pay before tax: the discounted subtotal, and shipping. */
type Rest = (subtotal: Minor, isShippingFree: boolean) => Minor;

/**
 * The discounts that are used, in the order in which they were applied, and the reasons that the others aren't used.
 */
export type Chosen = {
  applied: Application[];
  /** The check of each discount, by the discount's id. */
  checks: Map<string, DiscountCheck>;
};

type Candidate = { discount: Discount; covered: number[] };

/**
 * Checks all discounts and chooses which to use: all that can be combined, or a single one that can't.
 * docs/architecture/pricing.md has the rules.
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
  const applied = bestOf(choicesOf(candidates), lines, restOf);
  const chosen = new Set(applied.map(({ discount }) => discount));
  for (const { discount } of candidates)
    if (!chosen.has(discount)) checks.set(discount.id, { ok: false, reason: "combination" });
  return { applied, checks };
}

/** Whether one of these discounts makes shipping free. */
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

/**
 * The choice of discounts that leaves the least to pay. On a tie, prefers a choice with a code, then the combined
 * discounts.
 */
function bestOf(
  choices: readonly Candidate[][],
  lines: readonly DiscountedLine[],
  restOf: Rest,
): Application[] {
  const [first = []] = choices;
  if (choices.length < 2) return applyDiscounts(lines, first);
  const subtotal = lines.reduce((sum, { total }) => sum + total, 0);
  const [best] = choices
    .map((candidates) => {
      const { amount, applied } = takenOff(candidates, lines);
      const isFree = candidates.some(({ discount }) => discount.type === "FREE_SHIPPING");
      return {
        candidates,
        applied,
        rest: restOf(subtotal - amount, isFree),
        hasCode: candidates.some(({ discount }) => discount.code !== null),
        isAlone: candidates.some(({ discount }) => !discount.combines),
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
  return best?.applied ?? applyDiscounts(lines, best?.candidates ?? first);
}

/**
 * The amount that a choice takes off. `applied` is null for a single discount, whose shares are calculated only if it
 * is chosen.
 */
function takenOff(
  candidates: readonly Candidate[],
  lines: readonly DiscountedLine[],
): { amount: Minor; applied: Application[] | null } {
  const [only] = candidates;
  if (only !== undefined && candidates.length === 1)
    return { amount: amountAlone(lines, only), applied: null };
  const applied = applyDiscounts(lines, candidates);
  return { amount: applied.reduce((sum, { amount }) => sum + amount, 0), applied };
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
