/**
 * Caches results for the given minutes and shares them between callers; failures are retried. Beyond `max` entries, the
 * oldest entry of the owner with the most entries is removed, so that one owner can't displace the others.
 */
export function createKeep<Thing>({ minutes, max }: { minutes: number; max: number }) {
  const kept = new Map<string, { owner: string; until: number; thing: Promise<Thing> }>();

  function dropOne(): void {
    const owners = Map.groupBy(kept, ([, { owner }]) => owner);
    const [most] = [...owners.values()].toSorted((a, b) => b.length - a.length);
    const [oldest] = most ?? [];
    if (oldest !== undefined) kept.delete(oldest[0]);
  }

  return (owner: string, key: string, make: () => Promise<Thing>): Promise<Thing> => {
    const known = kept.get(key);
    if (known !== undefined && known.until > performance.now()) return known.thing;
    kept.delete(key);
    const entry = { owner, until: performance.now() + minutes * 60_000, thing: make() };
    kept.set(key, entry);
    if (kept.size > max) dropOne();
    entry.thing.catch(() => {
      if (kept.get(key) === entry) kept.delete(key);
    });
    return entry.thing;
  };
}
