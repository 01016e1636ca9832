/** Makes a thing once for all who ask for it within so many minutes; what failed is tried again. The oldest goes first. */
export function createKeep<Thing>({ minutes, max }: { minutes: number; max: number }) {
  const kept = new Map<string, { until: number; thing: Promise<Thing> }>();
  return (key: string, make: () => Promise<Thing>): Promise<Thing> => {
    const known = kept.get(key);
    if (known !== undefined && known.until > performance.now()) return known.thing;
    const thing = make();
    kept.delete(key);
    kept.set(key, { until: performance.now() + minutes * 60_000, thing });
    const [oldest] = kept.keys();
    if (kept.size > max && oldest !== undefined) kept.delete(oldest);
    thing.catch(() => kept.delete(key));
    return thing;
  };
}
