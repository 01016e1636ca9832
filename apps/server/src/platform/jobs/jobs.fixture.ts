import { z } from "zod";
import type { World } from "#tests/world.ts";
import { queryable, sql } from "../database/sql.ts";
import { type AnyJob, defineJob, type JobDefinition } from "./define-job.ts";

type Behavior = Partial<Omit<JobDefinition<{ n: number }>, "payload">>;

/** A job for tests. Its payload holds one number, `n`. */
export function testJob(run: JobDefinition<{ n: number }>["run"], more: Behavior = {}) {
  const payload = z.object({ n: z.number() });
  return defineJob({ kind: "test", payload, concurrency: 8, run, ...more });
}

/** Inserts numbered jobs directly into a lane. */
export async function addJobs(
  { admin }: Pick<World, "admin">,
  { kind }: Pick<AnyJob, "kind">,
  count: number,
  {
    storeId = null,
    lane = "lane",
    from = 1,
  }: { storeId?: string | null; lane?: string; from?: number } = {},
): Promise<void> {
  await admin.query(
    `insert into shop.jobs (kind, lane, store_id, payload)
     select $1, $2, $3::uuid, jsonb_build_object('n', n) from generate_series($5::int, $5::int + $4::int - 1) n order by n`,
    [kind, lane, storeId, count, from],
  );
}

export type JobRow = {
  id: number;
  attempts: number;
  claim: number;
  last_error: string | null;
  failed: boolean;
  claimed: boolean;
  /** Seconds until the job may run. */
  wait: number;
};

export async function jobRows(
  { admin }: Pick<World, "admin">,
  kind: string | null = null,
): Promise<JobRow[]> {
  return queryable(admin).rows<JobRow>(sql`
    select id::int, attempts, claim, last_error, failed_at is not null as failed, claimed_by is not null as claimed,
      extract(epoch from greatest(run_at, wait_until) - now())::float as wait
    from shop.jobs where every is null and (${kind}::text is null or kind = ${kind}) order by id`);
}

/** Ends all pauses after failures, so that the jobs are due now. */
export async function makeDue({ admin }: Pick<World, "admin">): Promise<void> {
  await admin.query(
    "update shop.jobs set run_at = now() - interval '1 second', wait_until = null where failed_at is null",
  );
}
