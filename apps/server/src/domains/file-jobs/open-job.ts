import type { Context, Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { ApiFailure } from "../../platform/errors.ts";
import { enqueueFileJob } from "./file-job-work.ts";
import type { Direction, JobRow } from "./job-rows.ts";
import { requireRoomForFiles } from "./stored-files.ts";

/** Maximum number of waiting and running imports per store. Exports have the same limit. */
const maxOpen = 20;

/** Inserts a job's row and queues an export; an import waits for its file. Throws LIMIT_REACHED. */
export async function openJob(
  tx: Transaction,
  ctx: Context,
  job: Pick<JobRow, "id" | "kind" | "fileName"> & { direction: Direction; dryRun?: boolean },
): Promise<void> {
  const { id, direction, kind, fileName, dryRun = false } = job;
  // Serializes concurrent calls, so that each one counts the jobs of the others.
  await tx.run(sql`
    select pg_advisory_xact_lock(hashtextextended(${`file jobs ${tx.storeId} ${direction}`}, 0))`);
  const open = await tx.row<{ n: number }>(sql`
    select count(*)::int as n from shop.file_jobs
    where store_id = ${tx.storeId} and direction = ${direction} and state in ('WAITING', 'RUNNING')`);
  if ((open?.n ?? 0) >= maxOpen)
    throw new ApiFailure(
      "LIMIT_REACHED",
      `${maxOpen} jobs are already waiting or running. Wait for one to end, or cancel one.`,
    );
  await requireRoomForFiles(tx);
  const actor = actorOf(ctx);
  const receivedAt = direction === "OUT" ? ctx.now() : null;
  await tx.run(sql`
    insert into shop.file_jobs (store_id, id, direction, kind, file_name, dry_run, received_at, actor_kind, actor_id, trace_id, created_at)
    values (${tx.storeId}, ${id}, ${direction}, ${kind}, ${fileName}, ${dryRun}, ${receivedAt}, ${actor.kind}, ${actor.id},
      ${ctx.traceId}, ${ctx.now()})`);
  if (direction === "OUT") await enqueueFileJob(tx, { id, direction, isLarge: false });
}

/** Returns the job's creator as stored in its row: a user, an API key or, for any other actor, the system. */
function actorOf({ actor }: Context): { kind: string; id: string | null } {
  if (actor.kind === "user") return { kind: "user", id: actor.userId };
  if (actor.kind === "apiKey") return { kind: "apiKey", id: actor.keyId };
  return { kind: "system", id: null };
}
