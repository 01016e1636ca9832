import type { ProviderName } from "./money-shop.ts";

/** `npm run torture -- money` sets this to "all" or a number. In npm test, it isn't set. */
const wished = process.env["MONEY_ROUNDS"];

/** Whether the tests run in their long form. Only that form measures times and prints results. */
export const isLong = wished !== undefined;

/** The number of rounds of a test, in npm test and in the long form. A number in MONEY_ROUNDS replaces the latter. */
export function roundsOf({ short, long }: { short: number; long: number }): number {
  if (wished === undefined) return short;
  return wished === "all" ? long : Number(wished);
}

/**
 * Groups of providers that share a shop in a test, each with a name for the test's title. In npm test, all providers
 * share one shop, because starting it costs more than the test. In the long form, each has its own.
 */
export function groupsOf(providers: readonly ProviderName[]): [string, ProviderName[]][] {
  const groups = isLong ? providers.map((provider) => [provider]) : [[...providers]];
  return groups.map((group) => [group.join(", "), group]);
}

/** Prints a result, but only in the long form. */
export function note(text: string): void {
  if (isLong) console.log(text);
}

/** Processes the list with limited concurrency. */
export async function inParallel<T>(
  all: readonly T[],
  width: number,
  work: (one: T, index: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const lane = async () => {
    for (let i = next++; i < all.length; i = next++) await work(all[i] as T, i);
  };
  await Promise.all(Array.from({ length: Math.min(width, all.length) }, lane));
}

export const numbersTo = (count: number) => Array.from({ length: count }, (_, i) => i);
