import { setImmediate as nextIteration } from "node:timers/promises";
import { expect, test } from "vitest";
import { pace } from "./pace.ts";
import { busyFor, countTicks } from "./ticks.fixture.ts";

async function pacedLoop(items: number, work: () => void): Promise<void> {
  for (let item = 0; item < items; item += 1) {
    await pace();
    work();
  }
}

/** Calls `onIteration` after each iteration of the event loop until all `loops` have ended. */
async function watch(loops: readonly Promise<void>[], onIteration: () => void): Promise<void> {
  const state = { ended: false };
  void Promise.all(loops).then(() => (state.ended = true));
  while (!state.ended) {
    await nextIteration();
    onIteration();
  }
}

test("loops that wait share each slice, so many small items don't take one iteration each", async () => {
  busyFor(10);
  const loops = Array.from({ length: 20 }, () => pacedLoop(200, () => {}));
  let iterations = 0;
  await watch(loops, () => (iterations += 1));
  expect(iterations).toBeLessThan(200);
});

test("a slice ends after a few milliseconds, whatever waits", async () => {
  busyFor(10);
  const ticks = countTicks();
  const work = () => {
    ticks.note();
    busyFor(3);
  };
  const loops = Array.from({ length: 20 }, () => pacedLoop(2, work));
  await Promise.all(loops);
  ticks.end();
  expect(ticks.most()).toBeLessThanOrEqual(2);
});
