import { z } from "zod";
import type { Services } from "../context.ts";
import { type AnyJob, defineJob } from "./define-job.ts";

/**
 * A recurring job that finds and processes due rows. `sweep` must call `stopped` between transactions, because that
 * also renews the job's lease.
 */
export function defineSweep(
  kind: string,
  everySeconds: number,
  sweep: (services: Services, stopped: () => boolean) => Promise<unknown>,
): AnyJob {
  return defineJob({
    kind,
    payload: z.object({}),
    concurrency: 1,
    everySeconds,
    leaseMs: 5 * 60_000,
    run: async (services, job) => void (await sweep(services, job.stopped)),
  });
}
