/**
 * Whether a sale that ends at `endsAt` has ended by `passed`. Both are ISO 8601 times; null: no end, or none has
 * passed.
 */
export function hasPassed(endsAt: string | null, passed: string | null): boolean {
  return endsAt !== null && passed !== null && endsAt <= passed;
}
