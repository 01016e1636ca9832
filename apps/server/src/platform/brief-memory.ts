export type BriefMemory<Thing> = {
  remember(key: string, look: () => Promise<Thing>): Promise<Thing>;
  clear(): void;
  /** How many answers are held. */
  readonly size: number;
};

/** Keeps answers for some milliseconds, also while they are still being looked up. Failures are not kept. */
export function createBriefMemory<Thing>(keepMs: number, maxKept: number): BriefMemory<Thing> {
  /** In the order in which they expire. */
  const kept = new Map<string, { until: number; answer: Promise<Thing> }>();

  function dropExpired(now: number): void {
    for (const [key, { until }] of kept) {
      if (until > now && kept.size < maxKept) return;
      kept.delete(key);
    }
  }

  return {
    remember(key, look) {
      const now = performance.now();
      const known = kept.get(key);
      if (known !== undefined && known.until > now) return known.answer;
      kept.delete(key);
      dropExpired(now);
      const entry = { until: now + keepMs, answer: look() };
      kept.set(key, entry);
      entry.answer.catch(() => {
        if (kept.get(key) === entry) kept.delete(key);
      });
      return entry.answer;
    },
    clear: () => kept.clear(),
    get size() {
      return kept.size;
    },
  };
}
