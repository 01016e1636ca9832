/** Counts how often something happens in each iteration of the event loop. Call `end` afterwards. */
export function countTicks() {
  let tick = 0;
  const inTick = new Map<number, number>();
  const next = () => {
    tick += 1;
    counting = setImmediate(next);
  };
  let counting = setImmediate(next);
  return {
    note: () => void inTick.set(tick, (inTick.get(tick) ?? 0) + 1),
    /** The maximum in one iteration. */
    most: () => Math.max(...inTick.values()),
    total: () => [...inTick.values()].reduce((sum, count) => sum + count, 0),
    end: () => clearImmediate(counting),
  };
}

/** Blocks the event loop, as costly work does. */
export function busyFor(ms: number): void {
  const began = performance.now();
  while (performance.now() - began < ms) continue;
}
