import { setTimeout as sleep } from "node:timers/promises";

/**
 * Runs the jobs that `claim` returns, at most `concurrency` at a time, until there are none left; returns how many
 * there were. A free slot is filled at once, so that slow jobs don't delay others. After a failure it claims no more
 * and throws the error once the running jobs have ended.
 */
export async function runConcurrently<Job>(
  concurrency: number,
  claim: (free: number, running: readonly Job[]) => Promise<readonly Job[]>,
  work: (job: Job) => Promise<void>,
  stopped: () => boolean,
): Promise<number> {
  const running = new Map<Job, Promise<void>>();
  const failures: unknown[] = [];
  const one = async (job: Job) => {
    try {
      await work(job);
    } catch (error) {
      failures.push(error);
    } finally {
      running.delete(job);
    }
  };
  let count = 0;
  try {
    for (;;) {
      const before = [...running.keys()];
      const free = stopped() || failures.length > 0 ? 0 : concurrency - before.length;
      const jobs = free === 0 ? [] : await claim(free, before);
      count += jobs.length;
      for (const job of jobs) running.set(job, one(job));
      if (running.size > 0) await Promise.race([...running.values(), sleep(200)]);
      // Jobs that ended during the claim may have prevented others from being claimed.
      else if (before.length === 0 || free === 0) break;
    }
  } finally {
    await Promise.all(running.values());
  }
  if (failures.length > 0) throw failures[0];
  return count;
}
