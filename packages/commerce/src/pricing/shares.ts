import type { Minor } from "@vetrina/contract/money";

// Separate from money.ts, which every page loads to format amounts. Only calculations need shares.

/**
 * Splits a total by integer weights, largest remainders first (ties: the earlier), adding up exactly. Weights that are
 * all 0 give equal parts. RangeError for weights or totals that are not integers in range.
 */
export function allocate(total: Minor, weights: readonly number[]): Minor[] {
  if (!Number.isSafeInteger(total)) throw new RangeError(`${total} is not an amount to allocate`);
  if (weights.some((weight) => !Number.isSafeInteger(weight) || weight < 0))
    throw new RangeError("weights must be integers of 0 or more");
  if (weights.length === 0) {
    if (total === 0) return [];
    throw new RangeError("nothing to allocate to");
  }
  const even = weights.every((weight) => weight === 0);
  const shares = even ? weights.map(() => 1) : weights;
  const sum = shares.reduce((all, weight) => all + weight, 0);
  if (!Number.isSafeInteger(sum)) throw new RangeError("the weights' sum is too large");

  const sign = total < 0 ? -1 : 1;
  const parts = shares.map((weight) => divide(sign * total, weight, sum));
  let left = sign * total - parts.reduce((all, part) => all + part.quotient, 0);
  const byRemainder = parts
    .map((part, index) => ({ index, remainder: part.remainder }))
    .sort((a, b) => b.remainder - a.remainder || a.index - b.index);
  const allocated = parts.map((part) => part.quotient);
  for (const { index } of byRemainder) {
    if (left === 0) break;
    allocated[index] = (allocated[index] ?? 0) + 1;
    left -= 1;
  }
  return allocated.map((part) => (part === 0 ? 0 : sign * part));
}

/** A number of basis points (1/100 of a percent) of an amount of 0 or more, halves up, exact at any size. */
export function partOf(amount: Minor, basisPoints: number): Minor {
  return fractionOf(amount, basisPoints, 10_000);
}

/** amount * numerator / denominator for an amount of 0 or more, halves up, exact at any size. */
export function fractionOf(amount: Minor, numerator: number, denominator: number): Minor {
  if (!Number.isSafeInteger(amount) || amount < 0)
    throw new RangeError(`${amount} is not an amount of 0 or more`);
  if (!Number.isSafeInteger(numerator) || numerator < 0)
    throw new RangeError(`${numerator} is not a number of basis points`);
  const { quotient, remainder } = divide(amount, numerator, denominator);
  return quotient + (2 * remainder >= denominator ? 1 : 0);
}

/**
 * The part of a line's amount that belongs to `count` of its units, `after` others. If the amount can't be
 * divided evenly, the first units get one more. All parts add up to the amount, so partial refunds do too.
 */
export function shareOfUnits(
  amount: Minor,
  quantity: number,
  { after, count }: { after: number; count: number },
): Minor {
  const indivisible = amount % quantity;
  const each = (amount - indivisible) / quantity;
  const upTo = (units: number) => units * each + Math.min(units, indivisible);
  return upTo(after + count) - upTo(after);
}

// amount * factor / divisor, exact where the product exceeds 2^53.
function divide(
  amount: number,
  factor: number,
  divisor: number,
): { quotient: number; remainder: number } {
  const product = amount * factor;
  if (Number.isSafeInteger(product)) {
    const remainder = product % divisor;
    return { quotient: (product - remainder) / divisor, remainder };
  }
  const exact = BigInt(amount) * BigInt(factor);
  return {
    quotient: Number(exact / BigInt(divisor)),
    remainder: Number(exact % BigInt(divisor)),
  };
}
