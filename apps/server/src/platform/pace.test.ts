import { setImmediate as nextIteration } from "node:timers/promises";
import { expect, test } from "vitest";
import { pace } from "./pace.ts";

async function pacedLoop(items: number, work: () => void): Promise<void> {
  for (let item = 0; item < items; item += 1) {
    await pace();
    work();
  }
}

function busyFor(ms: number): void {
  const began = performance.now();
  while (performance.now() - began < ms) continue;
}

/** Counts how often the event loop runs until all loops have ended. */
async function iterationsOf(loops: readonly Promise<void>[]): Promise<number> {
  let ended = false;
  void Promise.all(loops).then(() => (ended = true));
  let iterations = 0;
  for (; !ended; iterations += 1) await nextIteration();
  return iterations;
}

test("loops that wait share each slice, so many small items don't take one iteration each", async () => {
  busyFor(10);
  const loops = Array.from({ length: 20 }, () => pacedLoop(200, () => {}));
  expect(await iterationsOf(loops)).toBeLessThan(200);
});

test("a slice ends after a few milliseconds, whatever waits", async () => {
  busyFor(10);
  let iteration = 0;
  const inIteration = new Map<number, number>();
  const work = () => {
    inIteration.set(iteration, (inIteration.get(iteration) ?? 0) + 1);
    busyFor(3);
  };
  let ended = false;
  void Promise.all(Array.from({ length: 20 }, () => pacedLoop(2, work))).then(() => (ended = true));
  for (; !ended; iteration += 1) await nextIteration();
  expect(Math.max(...inIteration.values())).toBeLessThanOrEqual(2);
});
