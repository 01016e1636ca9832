import { setTimeout as sleep } from "node:timers/promises";
import { createJobs } from "../apps/server/src/jobs.ts";
import type { Services } from "../apps/server/src/platform/context.ts";
import type { AnyJob } from "../apps/server/src/platform/jobs/define-job.ts";
import { createJobRunner } from "../apps/server/src/platform/jobs/job-runner.ts";

const allJobs = createJobs(() => Promise.reject(new Error("no network in tests")));

/** Runs the jobs that are due and those that they add, as a separate worker would. Returns how many jobs it ran. */
export async function runJobs(
  services: Services,
  {
    jobs = allJobs,
    stopped = () => false,
  }: { jobs?: readonly AnyJob[]; stopped?: () => boolean } = {},
): Promise<number> {
  const runner = createJobRunner(services, jobs, { stopped, ended: () => {} });
  let count = 0;
  try {
    for (;;) {
      // Reads this before the round. If a job was running, it may end during the round and allow others to run, so
      // another round follows.
      const wasBusy = runner.running() > 0;
      const { started, more } = await runner.round({ frees: true, claims: !stopped() });
      count += started;
      if (started === 0 && !wasBusy && !more) return count;
      if (runner.running() > 0) await Promise.race([runner.idle(), sleep(5)]);
    }
  } finally {
    await runner.idle();
    await runner.round({ frees: false, claims: false });
    runner.close();
  }
}
