import { setTimeout as sleep } from "node:timers/promises";

/**
 * Works what `claim` hands out, so many at a time, until there is nothing more; answers with how many there were. A free
 * place is taken at once, so that slow jobs delay no others. After a failure it claims nothing more and throws it once the
 * jobs in hand have ended.
 */
export async function inPlaces<Job>(
  places: number,
  claim: (free: number, inHand: readonly Job[]) => Promise<readonly Job[]>,
  work: (job: Job) => Promise<void>,
  stopped: () => boolean,
): Promise<number> {
  const inHand = new Map<Job, Promise<void>>();
  const failures: unknown[] = [];
  const one = async (job: Job) => {
    try {
      await work(job);
    } catch (error) {
      failures.push(error);
    } finally {
      inHand.delete(job);
    }
  };
  let count = 0;
  try {
    for (;;) {
      const before = [...inHand.keys()];
      const free = stopped() || failures.length > 0 ? 0 : places - before.length;
      const jobs = free === 0 ? [] : await claim(free, before);
      count += jobs.length;
      for (const job of jobs) inHand.set(job, one(job));
      if (inHand.size > 0) await Promise.race([...inHand.values(), sleep(200)]);
      // Jobs that ended during the claim may have kept others from being claimed.
      else if (before.length === 0 || free === 0) break;
    }
  } finally {
    await Promise.all(inHand.values());
  }
  if (failures.length > 0) throw failures[0];
  return count;
}
