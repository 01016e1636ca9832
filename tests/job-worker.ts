// A worker as a separate process, for tests that kill it and for benchmarks. Its jobs write to the schema public.
import { setTimeout as sleep } from "node:timers/promises";
import { pino } from "pino";
import { z } from "zod";
import type { Services } from "../apps/server/src/platform/context.ts";
import { connect } from "../apps/server/src/platform/database/open-database.ts";
import { rolesOf } from "../apps/server/src/platform/database/roles.ts";
import { queryable, sql } from "../apps/server/src/platform/database/sql.ts";
import { type AnyJob, defineJob } from "../apps/server/src/platform/jobs/define-job.ts";
import { startWorker, type Worker } from "../apps/server/src/platform/jobs/worker.ts";

const payload = z.object({ n: z.number() });

export const workerTables = `
  create table public.job_runs (n int, kind text, at timestamptz not null default clock_timestamp(), enqueued_at timestamptz);
  create table public.job_effects (n int, kind text, at timestamptz not null default clock_timestamp())`;

async function note({ database }: Services, kind: string, n: number): Promise<void> {
  await queryable(database.worker).run(
    sql`insert into public.job_runs (n, kind) values (${n}, ${kind})`,
  );
}

/**
 * Each kind of job has a different effect, such as a row in the database, or a delivery to a dead or a working
 * endpoint.
 */
const jobs: AnyJob[] = [
  defineJob({
    kind: "test.effect",
    payload,
    concurrency: 8,
    async run(services, job) {
      await note(services, "effect", job.payload.n);
      await job.finish((tx) =>
        tx.run(sql`insert into public.job_effects (n, kind) values (${job.payload.n}, 'effect')`),
      );
    },
  }),
  defineJob({
    kind: "test.outside",
    payload,
    concurrency: 8,
    run: (services, job) => note(services, "outside", job.payload.n),
  }),
  defineJob({
    kind: "test.delivery",
    payload,
    concurrency: 8,
    inOrder: true,
    async run(services, job) {
      if (job.payload.n < 0) {
        await sleep(500);
        throw new Error("the endpoint is dead");
      }
      await note(services, "delivery", job.payload.n);
    },
  }),
  defineJob({ kind: "test.nothing", payload, concurrency: 32, run: async () => {} }),
  defineJob({
    kind: "test.hang",
    payload,
    concurrency: 4,
    leaseMs: 5000,
    async run(services, job) {
      await note(services, "hang", job.payload.n);
      if (job.attempts === 1) await new Promise(() => {});
    },
  }),
];

if (import.meta.main) {
  const [url = "", roles = "", secret = ""] = process.argv.slice(2);
  const database = connect(new URL(url), rolesOf(roles), Buffer.from(secret, "base64"), 2);
  const log = pino({ level: "silent" });
  // The jobs above use no other services.
  const services = { database, log, now: () => new Date() } as unknown as Services;
  let worker: Worker | undefined;
  process.on("SIGTERM", () => {
    process.disconnect?.();
    void Promise.resolve(worker?.stop()).then(() => database.close());
  });
  process.on("message", (message) => {
    if (message === "work") worker = startWorker(services, jobs);
    if (message === "memory") process.send?.(process.memoryUsage().rss);
  });
  process.send?.("loaded");
}
