const everyMs = 60_000;
const maxKept = 10_000;

/** When a line was last logged, by its key. */
const logged = new Map<string, number>();

/** Whether a line may be logged that callers can cause many times: once a minute for each key. */
export function isLoggedNow(key: string): boolean {
  const now = performance.now();
  const last = logged.get(key);
  if (last !== undefined && now - last < everyMs) return false;
  if (logged.size >= maxKept) logged.clear();
  logged.set(key, now);
  return true;
}
