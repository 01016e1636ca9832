/** Whether a sale that ends at `endsAt` has ended by `passed`. Both are ISO 8601 times in UTC. false if one is null. */
export function hasPassed(endsAt: string | null, passed: string | null): boolean {
  return endsAt !== null && passed !== null && endsAt <= passed;
}
