/** Set by npm run torture -- money: "all", or a number. Absent in npm test. */
const wished = process.env["MONEY_ROUNDS"];

/** Whether this is the long form. Only that measures time and prints figures. */
export const isLong = wished !== undefined;

/** How many rounds a test makes in npm test and in the long form, unless another number is wished. */
export function roundsOf({ short, long }: { short: number; long: number }): number {
  if (wished === undefined) return short;
  return wished === "all" ? long : Number(wished);
}

/** Figures of the long form. */
export function note(text: string): void {
  if (isLong) console.log(text);
}

/** Works on all, this many at a time. */
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
