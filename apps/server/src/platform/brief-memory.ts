export type BriefMemory<Thing> = {
  /** `who`: a group of callers that share pending lookups. Other groups make their own, but share the results. */
  remember(key: string, look: () => Promise<Thing>, who?: string): Promise<Thing>;
  /** Returns a cached result without looking it up; null if there is none. */
  known(key: string): { value: Thing } | null;
  /** Removes the results for which `isStale` returns true, and all pending lookups. */
  forget(isStale: (answer: Thing, key: string) => boolean): void;
  clear(): void;
  /** The number of cached results. */
  readonly size: number;
};

/** `known`: the resolved value of `answer`; null until it resolves. */
type Entry<Thing> = {
  until: number;
  who: string;
  answer: Promise<Thing>;
  known: { value: Thing } | null;
};

/**
 * Caches the results of `look` for at most `maxAgeMs`. Concurrent callers with the same `who` share one lookup.
 * Failures are not cached.
 */
export function createBriefMemory<Thing>(maxAgeMs: number, maxEntries: number): BriefMemory<Thing> {
  /** In the order in which they expire. */
  const cached = new Map<string, Entry<Thing>>();
  /** The number of calls of forget() and clear(). A lookup that began before the latest of them is not cached. */
  let forgotten = 0;

  function dropExpired(now: number): void {
    for (const [key, { until }] of cached) {
      if (until > now && cached.size < maxEntries) return;
      cached.delete(key);
    }
  }

  async function keep(key: string, entry: Entry<Thing>): Promise<void> {
    const begun = forgotten;
    try {
      entry.known = { value: await entry.answer };
    } catch {
      if (cached.get(key) === entry) cached.delete(key);
      return;
    }
    // An entry of another group may have replaced this one. If that entry's lookup is still pending, caches this result
    // instead.
    if (forgotten === begun && cached.get(key)?.known === null) cached.set(key, entry);
  }

  return {
    remember(key, look, who = "") {
      const now = performance.now();
      const known = cached.get(key);
      if (known !== undefined && known.until > now && (known.known !== null || known.who === who))
        return known.answer;
      cached.delete(key);
      dropExpired(now);
      const entry: Entry<Thing> = { until: now + maxAgeMs, who, answer: look(), known: null };
      cached.set(key, entry);
      void keep(key, entry);
      return entry.answer;
    },
    known(key) {
      const entry = cached.get(key);
      return entry !== undefined && entry.until > performance.now() ? entry.known : null;
    },
    forget(isStale) {
      forgotten += 1;
      for (const [key, { known }] of cached)
        if (known === null || isStale(known.value, key)) cached.delete(key);
    },
    clear() {
      forgotten += 1;
      cached.clear();
    },
    get size() {
      return cached.size;
    },
  };
}
