import type { z } from "zod";
import type { Services, Transaction } from "../context.ts";

/** The part of a job's definition that enqueueing needs. Payloads contain ids; handlers read the current state. */
export type JobType<P> = {
  /** The job's name in the table, in metrics and in the log. */
  kind: string;
  payload: z.ZodType<P>;
};

type JobBehavior<P> = {
  /** The concurrency of the kind in one process. */
  concurrency: number;
  /** How many jobs of one owner's stores may run concurrently in one process; absent: no limit. */
  ofOwner?: number;
  /**
   * Runs the jobs of a lane (a group of jobs, by default those of one store) one by one, in the order in which they
   * were enqueued. A failure delays only its own lane.
   */
  inOrder?: boolean;
  /** A job that doesn't renew its lease for this long may be claimed by another process; 60 s if absent. */
  leaseMs?: number;
  /**
   * The worker gives up on a job after this many attempts; 20 if absent, which takes about a day. Recurring jobs have
   * no maximum.
   */
  maxAttempts?: number;
  /** The pause after a failed attempt, numbered from 1; absent: 10 s, doubling to about 3 hours. */
  pauseSeconds?: (attempt: number) => number;
  /** If set, the job recurs at multiples of this many seconds, once for all processes. */
  everySeconds?: number;
  /**
   * Runs at least once, outside any transaction. Effects that must happen exactly once belong in the transaction of
   * job.finish.
   */
  run: (services: Services, job: Job<P>) => Promise<void | Again | Done>;
  /**
   * Called when the worker gives up on the job. Records this in the job's store, or where the job's results are
   * recorded.
   */
  gaveUp?: (services: Services, job: Job<P>, reason: string) => Promise<unknown>;
  /** Undoes what gaveUp recorded, so that the job can run again when it is retried manually. */
  revive?: (services: Services, tx: Transaction, payload: P) => Promise<unknown>;
};

export type JobDefinition<P> = JobType<P> & JobBehavior<P>;
/** A job definition whose payload type is known only to its own schema. */
export type AnyJob = JobType<unknown> & JobBehavior<never>;

/** A claimed job. */
export type Job<P> = {
  id: number;
  /** null: the job belongs to no store. */
  storeId: string | null;
  payload: P;
  /**
   * The number of this attempt, from 1. Counts from 1 again after a success, progress (StepOptions) or a manual retry.
   */
  attempts: number;
  /** The error of the previous attempt. */
  lastError: string | null;
  /**
   * True when the process stops or the claim is lost. A handler that works in steps then returns again(). Call this
   * between steps: each call also renews the lease if that is due.
   */
  stopped: () => boolean;
  /** Aborted when the claim is lost. */
  signal: AbortSignal;
  /** Runs the next step in a transaction of the job's store. Throws JobLost if another process has the job. */
  step: <T>(work: (tx: Transaction) => Promise<T>, options?: StepOptions) => Promise<T>;
  /** The last step: its transaction also ends the job, so that its changes are written exactly once. */
  finish: <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>;
  /** Renews the lease between steps. Throws JobLost. */
  renew: () => Promise<void>;
};

/** `progress`: a later attempt doesn't need to repeat the step, so attempts are counted from 1 again. */
export type StepOptions = { progress?: boolean };

/** The result of a handler whose job isn't done: the job runs again later, after the jobs of other lanes. */
export type Again<P = unknown> = { again: true; pauseMs: number; payload?: P };

export function again<P>(options: { pauseMs?: number; payload?: P } = {}): Again<P> {
  return { again: true, pauseMs: 0, ...options };
}

/** The job is done. The statement that ends the job also records how sending its email ended. */
export type Done = { mail: EndedMail };

/** `storeId` null: an email of the platform. */
export type EndedMail = {
  storeId: string | null;
  id: string;
  outcome: "sent" | "dropped" | "refused" | "given up";
  reason: string | null;
};

/** To add a job, create a file that calls this function, and add it to jobs.ts. */
export function defineJob<P>(definition: JobDefinition<P>): JobDefinition<P> {
  return definition;
}

/** Thrown if another process has the job. Uncommitted changes are rolled back, and this process drops the job. */
export class JobLost extends Error {
  override name = "JobLost";
}

/** Thrown by a handler that knows that no further attempt can succeed: the job is given up immediately. */
export class GiveUp extends Error {
  override name = "GiveUp";
}
