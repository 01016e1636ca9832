import {
  type Context,
  type Services,
  systemContext,
  type Transaction,
} from "../../platform/context.ts";
import { type Sql, sql } from "../../platform/database/sql.ts";
import type { StoreRef } from "../../platform/store-directory.ts";
import { holdsClaim, type JobRow, updateJob } from "./job-rows.ts";
import { againIfOvertaken, planAfresh } from "../catalogue-files/import-limits.ts";
import type { FetchPicture } from "../catalogue-files/pictures/fetch-picture.ts";

/** A job in the hands of this worker. */
export type Work = {
  services: Services;
  ctx: Context;
  job: JobRow;
  claim: string;
  fetchPicture: FetchPicture;
  /** Time to let go: others wait, or the process ends. */
  over: () => boolean;
  /** The process ends: nothing is begun that can wait. */
  stopped: () => boolean;
  /** The file is read, and steps follow: the turn's time counts from here. */
  ready: () => void;
};

/** The job was cancelled, or is another worker's by now: this one lets go of it, and the step has not happened. */
export class ClaimLost extends Error {
  override name = "ClaimLost";
}

/** A worker that hangs for so long is given up, and another one goes on; of one that is gone others know at once. */
export const leaseMs = 60_000;

/** One step in a transaction of its own with what `change` says of it; the job is ours for another while then. */
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
      await updateJob(tx, job.id, sql`${change}, claimed_until = ${until}`);
    }),
  );
}

/** Keeps the job for another while between its steps. Within one the row is locked, and the step's end renews the claim. */
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

/** The end of a job, whichever. */
export function endStep(work: Work, state: "DONE" | "FAILED", change: Sql): Promise<void> {
  const at = work.services.now();
  return jobStep(work, async () => sql`state = ${state}, ended_at = ${at}, ${change}`);
}

/** Works as the system; what it changes is written down as whose job it is. */
export function jobContext(services: Services, store: StoreRef, job: JobRow): Context {
  return { ...systemContext(services, store), actor: actorOf(job), traceId: job.traceId };
}

// Only who it was goes on: the job is not theirs to authorize any more.
function actorOf({ actorKind, actorId }: JobRow): Context["actor"] {
  if (actorId !== null && actorKind === "user")
    return { kind: "user", userId: actorId, sessionId: "", isPlatformAdmin: false };
  if (actorId !== null && actorKind === "apiKey")
    return { kind: "apiKey", keyId: actorId, keyHash: Buffer.alloc(0) };
  return { kind: "system" };
}
