import type { Logger } from "pino";
import { type Services, systemTransaction } from "../context.ts";
import { queryable, type Sql, sql } from "../database/sql.ts";
import type { OutboxTopics } from "../outbox.ts";
import { isDiskFull } from "../unavailable.ts";
import { describeError } from "./describe-error.ts";
import { runConcurrently } from "./run-concurrently.ts";

export type Job<T extends keyof OutboxTopics> = {
  /** The outbox row's id, the same for each attempt. */
  id: string;
  storeId: string;
  payload: OutboxTopics[T];
  /** The number of this attempt, from 1. */
  attempts: number;
};

/** Processes a topic's event, outside any transaction. At least once: it may be called again for finished work. */
export type EventHandler<T extends keyof OutboxTopics> = (
  services: Services,
  job: Job<T>,
) => Promise<void>;
export type EventHandlers = { [T in keyof OutboxTopics]: EventHandler<T> };

type AnyJob = Job<keyof OutboxTopics> & { topic: string };

const maxInHand = 8;
/** Per owner across their stores, so that one owner's long jobs don't delay others. */
const maxOfOwner = 2;
/** After this many attempts a failure is not logged any more; the row stays and is retried every three hours. */
const loggedTries = 12;

/**
 * Processes all due events, some concurrently, and returns how many were attempted. Throws if the database is
 * unreachable.
 */
export function sweepOutbox(
  services: Services,
  handlers: EventHandlers,
  log: Logger,
  stopped: () => boolean = () => false,
): Promise<number> {
  return runConcurrently(
    maxInHand,
    (free, inHand: readonly AnyJob[]) => claim(services, free, inHand),
    (job) => work(services, handlers, log, job),
    stopped,
  );
}

/** A claim lasts 10 seconds, later 40; after that another process takes over the row. */
function claim({ database }: Services, max: number, inHand: readonly AnyJob[]): Promise<AnyJob[]> {
  const stores = inHand.map(({ storeId }) => storeId);
  const ids = inHand.map(({ id }) => id);
  return queryable(database.worker).rows<AnyJob>(sql`
    select store_id as "storeId", id, topic, payload, attempts
    from door.claim_outbox(${max}, ${maxOfOwner}, ${stores}::uuid[], ${ids}::uuid[])`);
}

async function work(
  services: Services,
  handlers: EventHandlers,
  log: Logger,
  job: AnyJob,
): Promise<void> {
  const { id, storeId, topic, attempts } = job;
  try {
    await handlerOf(handlers, topic)(services, job);
  } catch (error) {
    const reason = describeError(error);
    if (attempts <= loggedTries)
      log.warn(
        { job: id, storeId, topic, attempts, reason, lastLogged: attempts === loggedTries },
        "outbox job failed",
      );
    await mark(services, job, sql`last_error = ${reason}, ${nextTry(job, error)}`);
    return;
  }
  await mark(services, job, sql`done_at = ${services.now()}, last_error = null`);
}

/** 10 s, doubling to about 3 hours. A full disk doesn't count as an attempt. */
function nextTry({ attempts }: AnyJob, error: unknown): Sql {
  return isDiskFull(error)
    ? sql`attempts = attempts - 1, run_at = now() + interval '10 s'`
    : sql`run_at = now() + interval '10 s' * 2 ^ ${Math.min(attempts - 1, 10)}::int`;
}

function handlerOf(handlers: EventHandlers, topic: string) {
  const known: Partial<Record<string, unknown>> = handlers;
  if (!Object.hasOwn(known, topic)) throw new Error(`this version has no handler for ${topic}`);
  // Each handler takes the payload of its own topic, which the row contains.
  return known[topic] as EventHandler<keyof OutboxTopics>;
}

async function mark(
  services: Services,
  { storeId, id }: AnyJob,
  change: ReturnType<typeof sql>,
): Promise<void> {
  await systemTransaction(services, storeId, (tx) =>
    tx.run(sql`update shop.outbox set ${change} where store_id = ${storeId} and id = ${id}`),
  );
}
