export type BriefMemory<Thing> = {
  remember(key: string, look: () => Promise<Thing>): Promise<Thing>;
  clear(): void;
  /** How many answers are cached. */
  readonly size: number;
};

/** Caches answers for `maxAgeMs`. Concurrent callers share one lookup. Failures are not cached. */
export function createBriefMemory<Thing>(maxAgeMs: number, maxEntries: number): BriefMemory<Thing> {
  /** In the order in which they expire. */
  const cached = new Map<string, { until: number; answer: Promise<Thing> }>();

  function dropExpired(now: number): void {
    for (const [key, { until }] of cached) {
      if (until > now && cached.size < maxEntries) return;
      cached.delete(key);
    }
  }

  return {
    remember(key, look) {
      const now = performance.now();
      const known = cached.get(key);
      if (known !== undefined && known.until > now) return known.answer;
      cached.delete(key);
      dropExpired(now);
      const entry = { until: now + maxAgeMs, answer: look() };
      cached.set(key, entry);
      entry.answer.catch(() => {
        if (cached.get(key) === entry) cached.delete(key);
      });
      return entry.answer;
    },
    clear: () => cached.clear(),
    get size() {
      return cached.size;
    },
  };
}
