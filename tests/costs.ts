import { setTimeout as delay } from "node:timers/promises";

/**
 * How many tries follow each other at once, and how many later ones have a pause before each. Together they last longer
 * than a short period of load on the machine.
 */
const tries = { atOnce: 8, later: 32 };
const pauseMs = 500;
/** The maximum number of runs in one try. Fewer if they would take longer than `maxTryMs`, but at least one. */
const maxRuns = 8;
const maxTryMs = 50;
/** A cost above this multiple of its bound can't be noise, so it isn't measured again later. */
const isClear = 10;

type Bound = {
  /** The maximum cost of `run` as a multiple of the yardstick's cost. */
  maxRatio: number;
  /**
   * An allowance for the part of the cost that doesn't depend on the input's size: a multiple of the cost of `work`.
   */
  fixed?: { work: Work; maxRatio: number };
  /**
   * A cost of up to this many milliseconds of CPU time is never excessive, because ratios of short runs vary too much.
   */
  cheapMs?: number;
};
type Work = () => unknown;

/**
 * Returns a message if `run` takes more CPU time than `yardstick` and its bound allow, else null. Uses the minimum of
 * several tries, because a busy machine only adds time, and tries again later while the cost is above the bound.
 */
export async function excessCost(
  run: Work,
  yardstick: Work,
  { maxRatio, fixed, cheapMs = 0 }: Bound,
): Promise<string | null> {
  const [ours, theirs, least] = [meter(run), meter(yardstick), meter(fixed?.work ?? (() => {}))];
  for (let i = 1; i <= tries.atOnce + tries.later; i += 1) {
    if (i > tries.atOnce) await delay(pauseMs);
    for (const each of [least, theirs, ours]) await each.measure(i);
    const allowed = maxRatio * theirs.ms() + (fixed?.maxRatio ?? 0) * least.ms();
    const bound = Math.max(cheapMs, allowed);
    if (ours.ms() <= bound) return null;
    if (i >= tries.atOnce && ours.ms() > isClear * bound) break;
  }
  const fixedCost = fixed === undefined ? "" : `, the fixed cost ${least.ms().toFixed(3)} ms`;
  return `${ours.ms().toFixed(3)} ms, the yardstick ${theirs.ms().toFixed(3)} ms${fixedCost}`;
}

type Meter = {
  /** The minimum of all tries so far, in milliseconds of CPU time per run. */
  ms(): number;
  measure(times: number): Promise<void>;
};

function meter(work: Work): Meter {
  let ms = Infinity;
  return {
    ms: () => ms,
    async measure(times) {
      const affordable = Math.max(1, Math.floor(maxTryMs / ms));
      ms = Math.min(ms, await costOf(work, Math.min(times, maxRuns, affordable)));
    },
  };
}

/**
 * The CPU time of the whole process per run in milliseconds, averaged over `times` runs. The clock of a single thread
 * would be too coarse on some machines.
 */
async function costOf(run: Work, times: number): Promise<number> {
  const began = process.cpuUsage();
  for (let i = 0; i < times; i += 1) await run();
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1000 / times;
}

/**
 * Returns a message if the longest tick of the event loop during `run` stays above the bound, else null. The bound is
 * in milliseconds of CPU time, or a multiple of the longest tick of other work. Uses the minimum of several tries, as
 * excessCost does.
 */
export async function excessTick(
  run: Work,
  bound: number | { yardstick: Work; maxRatio: number },
): Promise<string | null> {
  let [ours, theirs, max] = [Infinity, Infinity, Infinity];
  for (let i = 1; i <= tries.atOnce + tries.later; i += 1) {
    if (i > tries.atOnce) await delay(pauseMs);
    if (typeof bound !== "number") theirs = Math.min(theirs, await longestTickOf(bound.yardstick));
    max = typeof bound === "number" ? bound : bound.maxRatio * theirs;
    ours = Math.min(ours, await longestTickOf(run));
    if (i > 1 && ours <= max) return null;
    if (i >= tries.atOnce && ours > isClear * max) break;
  }
  return `a tick of ${ours.toFixed(3)} ms, where ${max.toFixed(3)} ms are allowed`;
}

/**
 * The longest tick of the event loop, in milliseconds of the thread's CPU time, because other threads work meanwhile. On
 * some machines the thread's clock advances in steps of 4 ms, so ticks that are compared must be several times longer.
 */
async function longestTickOf(run: Work): Promise<number> {
  let longest = 0;
  let isDone = false;
  let began = process.threadCpuUsage();
  const look = () => {
    const { user, system } = process.threadCpuUsage(began);
    longest = Math.max(longest, (user + system) / 1000);
    began = process.threadCpuUsage();
    if (!isDone) setImmediate(look);
  };
  look();
  await run();
  look();
  isDone = true;
  return longest;
}
