/** One difference between the file and the store, in readable form, such as "variant Navy / M: price", 4990, 5990. */
export type Change = { field: string; from: unknown; to: unknown };

/** Whether two values are equal as JSON. The order of keys doesn't matter, because jsonb does not keep it. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every(
      (key) =>
        Object.hasOwn(b, key) &&
        sameJson((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]),
    )
  );
}
