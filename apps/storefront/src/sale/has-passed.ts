/** Whether a sale with this end is among those that have ended by `passed`. Both ISO 8601. */
export function hasPassed(endsAt: string | null, passed: string | null): boolean {
  return endsAt !== null && passed !== null && endsAt <= passed;
}
