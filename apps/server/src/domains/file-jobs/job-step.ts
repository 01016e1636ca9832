import {
  type Context,
  type Services,
  systemContext,
  type Transaction,
} from "../../platform/context.ts";
import { type Sql, sql } from "../../platform/database/sql.ts";
import type { StoreRef } from "../../platform/store-directory.ts";
import { holdsClaim, type JobRow, updateClaimed } from "./job-rows.ts";
import { againIfOvertaken, planAfresh } from "../catalogue-files/import-limits.ts";
import type { FetchPicture } from "../catalogue-files/pictures/fetch-picture.ts";

/** A job claimed by this worker. */
export type Work = {
  services: Services;
  ctx: Context;
  job: JobRow;
  claim: string;
  fetchPicture: FetchPicture;
  /** True when the time slice has ended or the process stops. */
  expired: () => boolean;
  /** True when the process stops: nothing that can wait is started. */
  stopped: () => boolean;
  /** The file has been read and steps follow: the time slice starts here. */
  ready: () => void;
};

/** Thrown if the job was canceled or taken by another worker: this one stops, and the step is rolled back. */
export class ClaimLost extends Error {
  override name = "ClaimLost";
}

/** A claim's duration in ms, after which a hanging worker's job is taken; a dead worker's job is taken at once. */
export const leaseMs = 60_000;

/** Runs one step in a transaction, applies `change` to the job's row and renews the claim. */
export function jobStep(
  { services, ctx, job, claim }: Work,
  work: (tx: Transaction) => Promise<Sql>,
): Promise<void> {
  return againIfOvertaken(() =>
    ctx.tx(async (tx) => {
      if (!(await holdsClaim(tx, job.id, claim))) throw new ClaimLost("cancelled or overtaken");
      await planAfresh(tx);
      const change = await work(tx);
      const until = new Date(services.now().getTime() + leaseMs);
      const kept = await updateClaimed(tx, job.id, claim, sql`${change}, claimed_until = ${until}`);
      if (!kept) throw new ClaimLost("cancelled during the step");
    }),
  );
}

/** Renews the claim between steps. During one the row is locked, and the step's end renews the claim. */
export async function renewClaim({ services, ctx, job, claim }: Work): Promise<void> {
  const until = new Date(services.now().getTime() + leaseMs);
  await ctx.tx((tx) =>
    tx.run(sql`
      update shop.file_jobs set claimed_until = ${until}
      where store_id = ${tx.storeId} and id = (
        select id from shop.file_jobs where store_id = ${tx.storeId} and id = ${job.id} and claim = ${claim}
        for no key update skip locked)`),
  );
}

/** Ends a job in either state. */
export function endStep(work: Work, state: "DONE" | "FAILED", change: Sql): Promise<void> {
  const at = work.services.now();
  return jobStep(work, async () => sql`state = ${state}, ended_at = ${at}, ${change}`);
}

/** Runs as the system, but audits changes as the job's creator. */
export function jobContext(services: Services, store: StoreRef, job: JobRow): Context {
  return { ...systemContext(services, store), actor: actorOf(job), traceId: job.traceId };
}

// Identifies the creator for the audit only; permissions were checked when the job was created.
function actorOf({ actorKind, actorId }: JobRow): Context["actor"] {
  if (actorId !== null && actorKind === "user")
    return { kind: "user", userId: actorId, sessionId: "", isPlatformAdmin: false };
  if (actorId !== null && actorKind === "apiKey")
    return { kind: "apiKey", keyId: actorId, keyHash: Buffer.alloc(0) };
  return { kind: "system" };
}
