import {
  againAfterDeadlock,
  type Services,
  systemTransaction,
  type Transaction,
} from "../context.ts";
import { queryable, sql } from "../database/sql.ts";
import { isDiskFull } from "../unavailable.ts";
import { type ClaimedJob, leaseOf, type Outcome } from "./claim-jobs.ts";
import { type AnyJob, GiveUp, type Job, JobLost } from "./define-job.ts";
import { describeError } from "./describe-error.ts";

const defaultMaxAttempts = 20;
/**
 * The maximum pause after a failed run of a recurring job, in seconds. A job with a longer interval pauses for its
 * interval.
 */
const maxRecurringPause = 5;

/** How a running job and the worker that claimed it communicate. */
export type Control = {
  stopped: () => boolean;
  signal: AbortSignal;
  /** Called after the lease has been renewed. */
  renewed: () => void;
};

/** `finished`: the last step has ended the job. `progressed`: a step counted as progress. */
type Run = { finished: boolean; progressed: boolean };

/** Runs a claimed job. Never rejects. Returns null if the job has ended already, or another process has it. */
export async function runJob(
  services: Services,
  definition: AnyJob,
  claimed: ClaimedJob,
  control: Control,
): Promise<Outcome | null> {
  const { id, kind, storeId, attempts } = claimed;
  const run: Run = { finished: false, progressed: false };
  const job = jobOf(services, definition, claimed, control, run);
  const line = { job: id, kind, storeId, attempts };
  try {
    const result = await start(services, definition, job);
    if (result !== undefined && "mail" in result)
      return { ...outcome(definition, claimed, "done"), mail: result.mail };
    if (run.finished || control.signal.aborted) return null;
    return result === undefined
      ? outcome(definition, claimed, "done")
      : outcome(definition, claimed, "again", { ...result, error: null });
  } catch (error) {
    if (run.finished || error instanceof JobLost || control.signal.aborted) return null;
    const reason = describeError(error);
    if (isDiskFull(error)) {
      services.log.warn({ ...line, reason }, "job waits for disk space");
      return outcome(definition, claimed, "retry", { pauseMs: 10_000, error: reason }, false);
    }
    const failures = run.progressed ? 1 : attempts;
    if (!(error instanceof GiveUp) && failures < maxAttemptsOf(definition)) {
      const pauseMs = 1000 * pauseOf(definition, failures);
      services.log.warn({ ...line, reason }, "job failed and will be tried again");
      return outcome(definition, claimed, "retry", { pauseMs, error: reason });
    }
    services.log.error({ ...line, reason }, "job given up");
    return giveUp(services, definition, claimed, job, reason);
  }
}

function start(services: Services, definition: AnyJob, job: Job<unknown>) {
  // The last attempt left no result, for example because it hung or its process ended.
  if (job.attempts > maxAttemptsOf(definition))
    throw new GiveUp(
      "The last attempt left no result. The job may have hung, or its process may have ended.",
    );
  const parsed = definition.payload.safeParse(job.payload);
  if (!parsed.success) throw new GiveUp(`The payload is not valid: ${parsed.error.message}`);
  return definition.run(services, ownJob({ ...job, payload: parsed.data }));
}

/**
 * The cast is safe: the schema has checked the payload, and defineJob gives the schema and the handler the same type.
 */
function ownJob(job: Job<unknown>): Job<never> {
  return job as Job<never>;
}

async function giveUp(
  services: Services,
  definition: AnyJob,
  claimed: ClaimedJob,
  job: Job<unknown>,
  reason: string,
): Promise<Outcome | null> {
  try {
    await definition.gaveUp?.(services, ownJob(job), reason);
  } catch (error) {
    if (error instanceof JobLost) return null;
    // The failure could not be recorded, so the job is retried.
    return outcome(definition, claimed, "retry", { pauseMs: 10_000, error: describeError(error) });
  }
  return outcome(definition, claimed, "failed", { pauseMs: 0, error: reason });
}

function outcome(
  { inOrder = false }: AnyJob,
  { id, claim }: ClaimedJob,
  how: Outcome["how"],
  more: { pauseMs: number; error: string | null; payload?: unknown } = { pauseMs: 0, error: null },
  counts = true,
): Outcome {
  const { pauseMs, error, payload = null } = more;
  return { id, claim, how, pauseMs, payload, error, inOrder, counts };
}

function maxAttemptsOf({ maxAttempts = defaultMaxAttempts, everySeconds }: AnyJob): number {
  return everySeconds === undefined ? maxAttempts : Infinity;
}

function pauseOf({ everySeconds, pauseSeconds }: AnyJob, attempt: number): number {
  if (everySeconds !== undefined)
    return Math.max(everySeconds, Math.min(2 ** Math.min(attempt, 10), maxRecurringPause));
  return pauseSeconds?.(attempt) ?? 10 * 2 ** Math.min(attempt - 1, 10);
}

function jobOf(
  services: Services,
  definition: AnyJob,
  { id, claim, storeId, payload, attempts, lastError }: ClaimedJob,
  { stopped, signal, renewed }: Control,
  run: Run,
): Job<unknown> {
  const lease = leaseOf(definition);
  let renewedAt = performance.now();
  const hold = async (tx: Pick<Transaction, "row">, progress = false) => {
    const row = await tx.row<{ held: boolean }>(
      sql`select door.hold_job(${id}, ${claim}, ${lease}, ${progress}) as held`,
    );
    if (row?.held !== true || signal.aborted) throw new JobLost("another process has the job");
    renewed();
    renewedAt = performance.now();
  };
  const renew = () => hold(queryable(services.database.worker));
  const inStore = <T>(work: (tx: Transaction) => Promise<T>) => {
    if (storeId === null) throw new Error("A job without a store can't run a step in a store.");
    return againAfterDeadlock(() => systemTransaction(services, storeId, work));
  };
  return {
    id,
    storeId,
    payload,
    attempts,
    lastError,
    stopped() {
      if (performance.now() - renewedAt > lease / 3) {
        renewedAt = performance.now();
        // If this fails, the lease expires.
        void renew().catch(() => {});
      }
      return stopped() || signal.aborted;
    },
    signal,
    renew,
    async step(work, { progress = false } = {}) {
      const result = await inStore(async (tx) => {
        await hold(tx, progress);
        return work(tx);
      });
      if (progress) run.progressed = true;
      return result;
    },
    async finish(work) {
      const result = await inStore(async (tx) => {
        const row = await tx.row<{ ended: boolean }>(
          sql`select door.finish_job(${id}, ${claim}) as ended`,
        );
        if (row?.ended !== true || signal.aborted) throw new JobLost("another process has the job");
        return work(tx);
      });
      run.finished = true;
      return result;
    },
  };
}
