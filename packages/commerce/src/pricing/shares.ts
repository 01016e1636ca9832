import type { Minor } from "@vetrina/contract/money";

// These functions aren't in money.ts, because every page loads that file to format amounts, and only calculations need
// shares.

/**
 * Splits a total by integer weights into parts that add up to it exactly. The parts with the largest remainders are
 * rounded up (on a tie, the earlier ones). If all weights are 0, splits evenly. Throws RangeError for weights or totals
 * that are not integers or are out of range.
 */
export function allocate(total: Minor, weights: readonly number[]): Minor[] {
  if (!Number.isSafeInteger(total))
    throw new RangeError(`The amount to allocate, ${total}, is not an integer.`);
  let sum = 0;
  for (const weight of weights) {
    if (!Number.isSafeInteger(weight) || weight < 0)
      throw new RangeError("Weights must be integers of 0 or more.");
    sum += weight;
  }
  if (!Number.isSafeInteger(sum)) throw new RangeError("The sum of the weights is too large.");
  if (weights.length === 0 && total !== 0)
    throw new RangeError("At least one weight is needed to allocate an amount.");
  const isEven = sum === 0;

  const sign = total < 0 ? -1 : 1;
  const remainders: number[] = [];
  let left = sign * total;
  const allocated = weights.map((weight, index) => {
    const factor = isEven ? 1 : weight;
    const part = divide(sign * total, factor, isEven ? weights.length : sum);
    remainders[index] = part.remainder;
    left -= part.quotient;
    return part.quotient;
  });
  if (left > 0) {
    const byRemainder = remainders.map((_, index) => index);
    byRemainder.sort((a, b) => (remainders[b] ?? 0) - (remainders[a] ?? 0) || a - b);
    for (const index of byRemainder.slice(0, left)) allocated[index] = (allocated[index] ?? 0) + 1;
  }
  return allocated.map((part) => (part === 0 ? 0 : sign * part));
}

/** A share in basis points (1/100 of a percent) of an amount of 0 or more. Rounds halves up; exact at any size. */
export function partOf(amount: Minor, basisPoints: number): Minor {
  return fractionOf(amount, basisPoints, 10_000);
}

/** amount * numerator / denominator for an amount of 0 or more. Rounds halves up; exact at any size. */
export function fractionOf(amount: Minor, numerator: number, denominator: number): Minor {
  if (!Number.isSafeInteger(amount) || amount < 0)
    throw new RangeError(`The amount ${amount} is not an integer of 0 or more.`);
  if (!Number.isSafeInteger(numerator) || numerator < 0)
    throw new RangeError(`The numerator ${numerator} is not an integer of 0 or more.`);
  const { quotient, remainder } = divide(amount, numerator, denominator);
  return quotient + (2 * remainder >= denominator ? 1 : 0);
}

/**
 * The part of a line's amount that `count` of its units get, not counting the first `after` units. If the amount can't
 * be divided evenly, earlier units get one minor unit more. The parts of all units add up to the amount.
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

// amount * factor / divisor, exact even if the product exceeds 2^53.
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
