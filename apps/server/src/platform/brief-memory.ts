export type BriefMemory<Thing> = {
  remember(key: string, look: () => Promise<Thing>): Promise<Thing>;
  /** Removes the results for which `isStale` returns true, and all pending lookups. */
  forget(isStale: (answer: Thing, key: string) => boolean): void;
  clear(): void;
  /** The number of cached results. */
  readonly size: number;
};

/** `known`: the resolved value of `answer`; null until it resolves. */
type Entry<Thing> = { until: number; answer: Promise<Thing>; known: { value: Thing } | null };

/**
 * Caches the results of `look` for at most `maxAgeMs`. Concurrent callers share one lookup. Failures are not cached.
 */
export function createBriefMemory<Thing>(maxAgeMs: number, maxEntries: number): BriefMemory<Thing> {
  /** In the order in which they expire. */
  const cached = new Map<string, Entry<Thing>>();

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
      const entry: Entry<Thing> = { until: now + maxAgeMs, answer: look(), known: null };
      cached.set(key, entry);
      entry.answer.then(
        (value) => (entry.known = { value }),
        () => {
          if (cached.get(key) === entry) cached.delete(key);
        },
      );
      return entry.answer;
    },
    forget(isStale) {
      for (const [key, { known }] of cached)
        if (known === null || isStale(known.value, key)) cached.delete(key);
    },
    clear: () => cached.clear(),
    get size() {
      return cached.size;
    },
  };
}
