const tries = 8;

type Bound = {
  /** `run` may take so many times what the yardstick takes, */
  maxRatio: number;
  /** and so many milliseconds on top: what it costs however little it is given. */
  extraMs?: number;
};
type Work = () => unknown;

/**
 * What is said where `run` takes more processor time than `yardstick` and its bound allow, or null. Of each the least of
 * several tries counts, more of them while it looks too expensive: a busy machine only ever adds to one.
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

/** Milliseconds of processor time that one run takes, of so many. The clock of one thread only ticks on some machines. */
async function costOf(run: Work, times: number): Promise<number> {
  const began = process.cpuUsage();
  for (let i = 0; i < times; i += 1) await run();
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1000 / times;
}
