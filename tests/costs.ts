const tries = 8;

type Bound = {
  /** The maximum cost of `run` as a multiple of the yardstick, */
  maxRatio: number;
  /** plus this many milliseconds, for its fixed cost. */
  extraMs?: number;
};
type Work = () => unknown;

/**
 * Returns a message if `run` takes more CPU time than `yardstick` and its bound allow, else null. Uses the minimum of
 * several tries, and tries more often while it looks too expensive, because a busy machine only adds time.
 */
export async function excessCost(
  run: Work,
  yardstick: Work,
  { maxRatio, extraMs = 0 }: Bound,
): Promise<string | null> {
  let [ours, theirs] = [Infinity, Infinity];
  for (let i = 1; i <= tries; i += 1) {
    ours = Math.min(ours, await costOf(run, i));
    theirs = Math.min(theirs, await costOf(yardstick, i));
    if (ours <= maxRatio * theirs + extraMs) return null;
  }
  return `${ours.toFixed(2)} ms, the yardstick ${theirs.toFixed(2)} ms`;
}

/**
 * Milliseconds of CPU time per run, averaged over `times` runs. On some machines the clock of a single thread is too
 * coarse.
 */
async function costOf(run: Work, times: number): Promise<number> {
  const began = process.cpuUsage();
  for (let i = 0; i < times; i += 1) await run();
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1000 / times;
}
