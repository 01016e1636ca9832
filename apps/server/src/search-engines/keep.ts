/**
 * Caches results for the given minutes, shared between callers. Failures aren't cached. If there are more than `max`
 * entries or `maxBytes`, drops the oldest entry of the owner with the most of them, so that one owner can't displace
 * the others.
 */
export function createKeep<Thing>({
  minutes,
  max,
  maxBytes = Infinity,
  bytesOf = () => 0,
}: {
  minutes: number;
  max: number;
  maxBytes?: number;
  bytesOf?: (thing: Thing) => number;
}) {
  type Entry = { owner: string; until: number; thing: Promise<Thing>; bytes: number };
  const kept = new Map<string, Entry>();

  function dropOne(weightOf: (entry: { bytes: number }) => number): void {
    const owners = Map.groupBy(kept, ([, { owner }]) => owner);
    const weight = (entries: [string, { bytes: number }][]) =>
      entries.reduce((sum, [, entry]) => sum + weightOf(entry), 0);
    const [most] = [...owners.values()].toSorted((a, b) => weight(b) - weight(a));
    const [oldest] = most ?? [];
    if (oldest !== undefined) kept.delete(oldest[0]);
  }

  function dropBytes(): void {
    const sum = () => kept.values().reduce((all, { bytes }) => all + bytes, 0);
    while (kept.size > 1 && sum() > maxBytes) dropOne(({ bytes }) => bytes);
  }

  async function settle(key: string, entry: Entry): Promise<void> {
    try {
      entry.bytes = bytesOf(await entry.thing);
      dropBytes();
    } catch {
      if (kept.get(key) === entry) kept.delete(key);
    }
  }

  return (owner: string, key: string, make: () => Promise<Thing>): Promise<Thing> => {
    const known = kept.get(key);
    if (known !== undefined && known.until > performance.now()) return known.thing;
    kept.delete(key);
    const entry = { owner, until: performance.now() + minutes * 60_000, thing: make(), bytes: 0 };
    kept.set(key, entry);
    if (kept.size > max) dropOne(() => 1);
    void settle(key, entry);
    return entry.thing;
  };
}
