import { setTimeout as sleep } from "node:timers/promises";
import type { Services } from "../context.ts";
import { queryable } from "../database/sql.ts";
import { scheduleJobs } from "./claim-jobs.ts";
import type { AnyJob } from "./define-job.ts";
import { describeError } from "./describe-error.ts";
import { createJobRunner } from "./job-runner.ts";
import { onEnqueued } from "./wake.ts";

export type Worker = {
  /** Starts nothing new and resolves when the current jobs have ended, long ones at their next step. */
  stop(): Promise<void>;
};

/** The channel on which processes without a worker announce jobs. */
export const jobsChannel = "jobs";

/** How often a worker polls for jobs that were not announced, for scheduled jobs, and for dead processes. */
const pollMs = 1000;
/** How soon the worker continues if there were more lanes than it searches at once. */
const moreMs = 100;
const maxPauseMs = 5000;

/** Runs jobs until stopped. Other processes' workers may run concurrently. */
export function startWorker(services: Services, jobs: readonly AnyJob[]): Worker {
  const { database, log } = services;
  const stopping = new AbortController();
  const stopped = () => stopping.signal.aborted;
  const alarm = createAlarm(stopping.signal);
  const runner = createJobRunner(services, jobs, { stopped, ended: alarm.ring });
  database.listen(jobsChannel, alarm.ring);
  for (const pool of [database.app, database.worker]) onEnqueued(pool, alarm.ring);

  const work = async () => {
    let [failures, scheduled, polledAt] = [0, false, -Infinity];
    while (!stopped()) {
      let waitMs = pollMs;
      try {
        if (!scheduled) await scheduleJobs(queryable(database.worker), jobs);
        scheduled = true;
        const frees = performance.now() - polledAt >= pollMs / 2;
        if (frees) polledAt = performance.now();
        const { more } = await runner.round({ frees, claims: true });
        if (more) waitMs = moreMs;
        if (failures > 0) log.info({ failures }, "worker recovered");
        failures = 0;
      } catch (error) {
        failures += 1;
        log.error({ failures, reason: describeError(error) }, "worker failed");
        await pause(Math.min(100 * 2 ** failures, maxPauseMs), stopping.signal);
      }
      await alarm.wait(waitMs);
    }
  };
  const working = work();
  return {
    async stop() {
      stopping.abort();
      await working;
      await runner.idle();
      await runner
        .round({ frees: false, claims: false })
        .catch((error: unknown) =>
          log.error({ reason: describeError(error) }, "outcomes of jobs were not recorded"),
        );
      runner.close();
    },
  };
}

type Alarm = { ring: () => void; wait: (ms: number) => Promise<void> };

/** wait() returns once its time is up or the alarm rings. It returns at once if the alarm rang since the last wait. */
function createAlarm(stopping: AbortSignal): Alarm {
  let rang = false;
  let end: (() => void) | undefined;
  const ring = () => {
    rang = true;
    end?.();
  };
  stopping.addEventListener("abort", ring);
  return {
    ring,
    async wait(ms) {
      if (!rang) {
        const { promise, resolve } = Promise.withResolvers<void>();
        end = resolve;
        const timer = setTimeout(resolve, ms);
        await promise;
        clearTimeout(timer);
        end = undefined;
      }
      rang = false;
    },
  };
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => {});
}
