import {
  type Context,
  type Services,
  systemContext,
  type Transaction,
} from "../../platform/context.ts";
import { type Sql, sql } from "../../platform/database/sql.ts";
import type { Job, StepOptions } from "../../platform/jobs/define-job.ts";
import type { StoreRef } from "../../platform/store-directory.ts";
import { isRunning, type JobRow, updateRunning } from "./job-rows.ts";
import { retryOnConflict, forceCustomPlans } from "../catalogue-files/import-limits.ts";
import type { FetchPicture } from "../catalogue-files/pictures/fetch-picture.ts";

/** An import or export that is currently running. */
export type Work = {
  services: Services;
  ctx: Context;
  job: JobRow;
  claimed: Pick<Job<unknown>, "step" | "renew">;
  fetchPicture: FetchPicture;
  /** Returns true when the time slice has ended or the process is stopping. */
  expired: () => boolean;
  /** Returns true when the process is stopping. After that, don't start anything new that can wait. */
  stopped: () => boolean;
  /** Called by an import when it has read its file and its steps begin. The time slice starts again here. */
  ready: () => void;
  /** Whether endStep() has ended the job. */
  ended: boolean;
};

/** Thrown if the job was canceled. The step is rolled back. */
export class Canceled extends Error {
  override name = "Canceled";
}

/** Runs one step in a transaction and applies the change that `work` returns to the job's row. Throws Canceled. */
export function jobStep(
  { job, claimed }: Work,
  work: (tx: Transaction) => Promise<Sql>,
  options?: StepOptions,
): Promise<void> {
  return retryOnConflict(() =>
    claimed.step(async (tx) => {
      if (!(await isRunning(tx, job.id))) throw new Canceled("canceled");
      await forceCustomPlans(tx);
      const kept = await updateRunning(tx, job.id, await work(tx));
      if (!kept) throw new Canceled("the job was canceled during the step");
    }, options),
  );
}

/** Ends a job as DONE or FAILED. `change`: further columns of the job's row to set. */
export async function endStep(work: Work, state: "DONE" | "FAILED", change: Sql): Promise<void> {
  const at = work.services.now();
  await jobStep(work, async () => sql`state = ${state}, ended_at = ${at}, ${change}`);
  work.ended = true;
}

/**
 * Returns the context of a job. The job runs as the system, but its changes are audited under the user or key that
 * created it.
 */
export function jobContext(services: Services, store: StoreRef, job: JobRow): Context {
  return { ...systemContext(services, store), actor: actorOf(job), traceId: job.traceId };
}

// Identifies the creator for the audit log only. Permissions were checked when the job was created.
function actorOf({ actorKind, actorId }: JobRow): Context["actor"] {
  if (actorId !== null && actorKind === "user")
    return { kind: "user", userId: actorId, sessionId: "", isPlatformAdmin: false };
  if (actorId !== null && actorKind === "apiKey")
    return { kind: "apiKey", keyId: actorId, keyHash: Buffer.alloc(0) };
  return { kind: "system" };
}
